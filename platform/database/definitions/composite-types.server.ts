import type pg from 'pg'
import { runFile, type SqlFile } from '#platform/database/sql-files.server.ts'

const CREATE_TYPE = /^create type public\.(\w+) as \(\n[^]*?^\);$/gm
const columnsOf = (type: string) =>
  `(select string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum)
      from pg_attribute a where a.attrelid = to_regclass('public.${type}'))`

/**
 * Creates the composite types and returns the files without them. A type whose columns are unchanged stays,
 * because running calls use it; otherwise it is dropped with its functions, which the files create again.
 */
export async function createCompositeTypes(
  client: pg.Client,
  files: readonly SqlFile[],
): Promise<readonly SqlFile[]> {
  for (const file of files)
    for (const [statement, name] of file.sql.matchAll(CREATE_TYPE)) {
      const wanted = `wanted_${name}`
      const createWanted = statement.replace(`public.${name}`, `public.${wanted}`)
      await runFile(client, { ...file, sql: createWanted })
      const { rows } = await client.query<{ is_kept: boolean | null }>(
        `select ${columnsOf(name!)} = ${columnsOf(wanted)} as is_kept`,
      )
      await client.query(
        rows[0]!.is_kept
          ? `drop type public.${wanted}`
          : `drop type if exists public.${name} cascade; alter type public.${wanted} rename to ${name}`,
      )
    }
  // Leaves an empty line for each removed line, so that line numbers in messages are correct.
  return files.map((file) => ({
    ...file,
    sql: file.sql.replace(CREATE_TYPE, (statement) => statement.replace(/[^\n]/g, '')),
  }))
}
