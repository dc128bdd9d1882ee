/**
 * Generates platform/database/schema.ts, the row types, and platform/database/procedure-signatures.ts from a migrated database.
 * With `--check` it writes nothing and fails if a file is out of date.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres/embedded-postgres.server.ts'
import { migrate } from '#platform/database/migrate.server.ts'
import { readProcedures } from './schema/read-procedures.ts'

const root = join(import.meta.dirname, '..')
const HEADER =
  '/** Row types, made by `node scripts/generate-schema.ts` from the migrated database. Never edited by hand. */\n'

/** Types as the pools parse them: money as numbers, times as ISO text (platform/database/connection/column-parsers.server.ts). */
const TYPES = {
  timestamptz: 'string',
  timestamp: 'string',
  date: 'string',
  numeric: 'number',
  int8: 'number',
}

const formatSchema = (source: string) =>
  source
    .replace(/^\/\*\*[\s\S]*?\*\/\s*/, '')
    .replaceAll('"', "'")
    .replace(/;$/gm, '')

const directory = mkdtempSync(join(tmpdir(), 'ninth-bend-schema-'))
const server = await startEmbeddedPostgres({ directory, settings: { fsync: 'off' } })
try {
  await migrate(server.ownerConnectionString)
  const codegen = join(root, 'node_modules/kysely-codegen/dist/cli/bin.js')
  const generatedFile = join(directory, 'schema.ts')
  const options = [
    '--dialect=postgres',
    `--url=${server.ownerConnectionString}`,
    `--out-file=${generatedFile}`,
    '--include-pattern=public.*',
    '--log-level=error',
    `--type-mapping=${JSON.stringify(TYPES)}`,
  ]
  execFileSync(process.execPath, [codegen, ...options], { cwd: directory, stdio: 'inherit' })
  const files = {
    'platform/database/schema.ts': HEADER + formatSchema(readFileSync(generatedFile, 'utf8')),
    'platform/database/procedure-signatures.ts': await readProcedures(server.ownerConnectionString),
  }
  for (const [path, content] of Object.entries(files)) {
    const target = join(root, path)
    if (!process.argv.includes('--check')) writeFileSync(target, content)
    else if (readFileSync(target, 'utf8') !== content) {
      console.error(`${path} is out of date. Run: node scripts/generate-schema.ts`)
      process.exitCode = 1
    }
  }
} finally {
  await server.stop()
  rmSync(directory, { recursive: true, force: true })
}
