import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from, to } from 'pg-copy-streams'

/** The stored columns, without generated ones; `name` is quoted if necessary. */
export type CopiedTable = { name: string; columns: string[] }

/** Rows of running processes, and definitions that every start applies again. Everything else is copied, including the migrations. */
const NOT_COPIED = ['public.cache_nodes', 'ninth_bend.definitions', 'ninth_bend.definition_history']

/** Ordered by foreign keys, so that each table is loaded after those it refers to. */
export async function listTables(client: Client): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable & { refers_to: string[] }>(TABLES, [NOT_COPIED])
  const sorted: CopiedTable[] = []
  const waiting = new Map(rows.map((row) => [row.name, row]))
  while (waiting.size > 0) {
    const next = [...waiting.values()].find(({ refers_to }) => !refers_to.some((name) => waiting.has(name)))
    if (!next) throw new Error(`The foreign keys of ${[...waiting.keys()].join(', ')} form a circle.`)
    waiting.delete(next.name)
    sorted.push({ name: next.name, columns: next.columns })
  }
  return sorted
}

const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name,
         array(select quote_ident(a.attname) from pg_attribute a
                where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
         array(select distinct format('%I.%I', fn.nspname, fc.relname) from pg_constraint k
                 join pg_class fc on fc.oid = k.confrelid join pg_namespace fn on fn.oid = fc.relnamespace
                where k.conrelid = c.oid and k.contype = 'f') as refers_to
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname in ('public', 'accounts', 'ninth_bend') and c.relkind in ('r', 'p') and not c.relispartition
     and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
     and format('%I.%I', n.nspname, c.relname) <> all ($1)
   order by 1`

/** A row has the same text on every server; a row that a policy would hide is an error. */
export const COPY_SETTINGS = `
  set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
  set bytea_output = 'hex'; set client_encoding = 'UTF8'; set row_security = off; set search_path = public;
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`

const selectionOf = ({ name, columns }: CopiedTable) => `select ${columns.join(', ')} from ${name}`

/** Uses COPY in text format, one line per row. It copies a query, because a partitioned table has no rows of its own. */
export const copyOut = (client: Client, table: CopiedTable): AsyncIterable<Uint8Array> =>
  client.query(to(`copy (${selectionOf(table)}) to stdout`))

export async function copyIn(
  client: Client,
  table: CopiedTable,
  rows: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { name, columns } = table
  await pipeline(rows, client.query(from(`copy ${name} (${columns.join(', ')}) from stdin`)))
}

/** The number of rows and the sum of their hashes, regardless of their order. */
export async function fingerprint(client: Client, table: CopiedTable) {
  const { rows } = await client.query<{ rows: string; fingerprint: string }>(
    `select count(*)::text as rows, coalesce(sum(hashtextextended(r::text, 0)), 0)::text as fingerprint from (${selectionOf(table)}) r`,
  )
  return { rows: Number(rows[0]!.rows), fingerprint: rows[0]!.fingerprint }
}

export type SequenceState = { name: string; value: string; is_called: boolean }

/** Sequences belong to no snapshot: read after the rows, they are never behind them. */
export async function readSequences(client: Client): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string }>(`
    select format('%I.%I', schemaname, sequencename) as name from pg_sequences
     where schemaname in ('public', 'accounts') order by 1`)
  const states: SequenceState[] = []
  for (const { name } of rows) {
    const state = await client.query<Omit<SequenceState, 'name'>>(
      `select last_value::text as value, is_called from ${name}`,
    )
    states.push({ name, ...state.rows[0]! })
  }
  return states
}

export async function writeSequences(client: Client, states: readonly SequenceState[]): Promise<void> {
  for (const { name, value, is_called } of states)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [name, value, is_called])
}
