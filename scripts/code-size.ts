import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres/embedded-postgres.server.ts'
import { migrate } from '#platform/database/migrate.server.ts'
import { adminRoutes } from '#app/admin-routes.ts'

/** Prints the size of the code and the database: the measures of ADR-83. */
const root = join(import.meta.dirname, '..')
const IS_SOURCE = /\.(ts|tsx|mjs|sql|css)$/
const IS_TEST = /^(tests|bench|prove)\/|\.(test|spec)\.tsx?$/
/** A comment such as "Of the owner." explains nothing, because its subject is missing. */
const WITHOUT_SUBJECT = /(?:\/\*\*|\/\/|--|\/\*) ?(?:Of|As) [a-z{`]/g

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => IS_SOURCE.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
type SourceFile = (typeof files)[number]

const linesOf = (chosen: readonly SourceFile[]) =>
  chosen.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)
const source = files.filter(({ path }) => !IS_TEST.test(path))
const admin = source.filter(({ path }) => /\/admin\/|^app\/admin-/.test(path))
const procedures = source.filter(({ path }) => /\/(sql|triggers)\/.*\.sql$/.test(path))
const withoutSubject = files
  .filter(({ path }) => !path.startsWith('platform/database/migrations/'))
  .reduce((sum, { text }) => sum + (text.match(WITHOUT_SUBJECT)?.length ?? 0), 0)

const perRoute = (count: number) => Math.round((count / adminRoutes.length) * 10) / 10

console.table({
  'lines of source, without tests, bench and prove': linesOf(source),
  'lines of CSS': linesOf(source.filter(({ path }) => path.endsWith('.css'))),
  'files for each page of the back-office': perRoute(admin.length),
  'lines for each page of the back-office': perRoute(linesOf(admin)),
  'lines of the largest SQL file': Math.max(...procedures.map((file) => linesOf([file]))),
  'comments without a subject': withoutSubject,
  ...(await countDatabaseObjects()),
})

async function countDatabaseObjects(): Promise<Record<string, number>> {
  const directory = mkdtempSync(join(tmpdir(), 'ninth-bend-size-'))
  const server = await startEmbeddedPostgres({ directory, settings: { fsync: 'off' } })
  const client = new Client({ connectionString: server.ownerConnectionString })
  try {
    await migrate(server.ownerConnectionString)
    await client.connect()
    const { rows } = await client.query<Record<string, number>>(`
      select (select count(*)::integer from pg_tables where schemaname !~ '^pg_|^information_schema$') as "tables",
             (select count(*)::integer from pg_proc p left join pg_depend d on d.objid = p.oid and d.deptype = 'e'
               where p.pronamespace = 'public'::regnamespace and d.objid is null) as "functions",
             (select count(*)::integer from pg_trigger where not tgisinternal) as "triggers",
             (select count(*)::integer from pg_indexes where schemaname !~ '^pg_|^information_schema$') as "indexes"`)
    return rows[0]!
  } finally {
    await client.end()
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}
