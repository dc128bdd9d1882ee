import { Client } from 'pg'
import { readAnswers } from './read-answers.ts'

const HEADER = `/**
 * What each procedure takes, which refusals it answers with, and the fields of its value and of its refusals. Made by
 * \`node scripts/generate-schema.ts\` from the migrated database. Never edited by hand.
 */
`

const MAX_LINE = 110
/** What an argument of each type may be, as pg sends it. */
const TYPES: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  date: 'string',
  integer: 'number',
  bigint: 'number',
  numeric: 'number',
  boolean: 'boolean',
  'timestamp with time zone': 'Date',
  jsonb: 'object',
  'uuid[]': 'readonly string[]',
  'text[]': 'readonly string[]',
}

type Argument = { name: string; type: string; is_optional: boolean }
type Procedure = { name: string; source: string; is_callable: boolean; arguments: Argument[] }

/** Overloads with fewer arguments serve the build before (ADR-54). */
const FIND_PROCEDURES = `
  select distinct on (p.proname) p.proname as name, p.prosrc as source, p.proacl::text ~ 'ninth_bend_(?!owner)[a-z]+=X' as is_callable,
         coalesce((select json_agg(json_build_object('name', regexp_replace(p.proargnames[a.position], '^p_', ''), 'type', format_type(a.type, null),
                            'is_optional', a.position > p.pronargs - p.pronargdefaults) order by a.position)
                     from unnest(p.proargtypes::oid[]) with ordinality a (type, position)), '[]') as arguments
    from pg_proc p
   where p.pronamespace = 'public'::regnamespace and p.prorettype = 'jsonb'::regtype and p.proname not in ('done', 'refused')
   order by p.proname, p.pronargs desc`

/** The procedures that the application may call, and that answer with done() or refused(). */
export async function readProcedures(connectionString: string): Promise<string> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<Procedure>(FIND_PROCEDURES)
    const sources = new Map(rows.map(({ name, source }) => [name, source]))
    const procedures = rows
      .filter(({ is_callable }) => is_callable)
      .map((procedure) => ({ ...procedure, ...readAnswers(procedure.name, sources) }))
      .filter(({ refusals }) => Object.keys(refusals).length > 0)
    return `${HEADER}export type Procedures = {\n${procedures.map(describeProcedure).join('')}}\n\n${describeJson(procedures)}`
  } finally {
    await client.end()
  }
}

function describeProcedure({
  name,
  arguments: taken,
  value,
  refusals,
}: Procedure & ReturnType<typeof readAnswers>): string {
  const takes = taken.map(
    ({ name: argument, type, is_optional }) => `${argument}${is_optional ? '?' : ''}: ${TYPES[type]!}`,
  )
  const fields = [
    ...(value === null ? ['value: unknown[]'] : value.length > 0 ? [`value: ${describeFields(value)}`] : []),
    ...Object.entries(refusals)
      .filter(([, names]) => names.length > 0)
      .map(([code, names]) => `'${code}': ${describeFields(names)}`),
  ]
  const codes = Object.keys(refusals).map((code) => `'${code}'`)
  const parts = [
    `takes: { ${takes.join('; ')} }`,
    `refuses: ${codes.join(' | ')}`,
    ...(fields.length > 0 ? [`fields: { ${fields.join('; ')} }`] : []),
  ]
  const line = `  ${name}: { ${parts.join('; ')} }\n`
  return line.length <= MAX_LINE
    ? line
    : `  ${name}: {\n${parts.map((part) => `    ${part}\n`).join('')}  }\n`
}

const describeFields = (names: readonly string[]) =>
  `{ ${names.map((name) => `${name}: unknown`).join('; ')} }`

/** pg sends an array as one of PostgreSQL, so it must know which arguments are JSON. */
function describeJson(procedures: readonly Procedure[]): string {
  const entries = procedures.flatMap(({ name, arguments: taken }) => {
    const names = taken.filter(({ type }) => type === 'jsonb').map((argument) => `'${argument.name}'`)
    return names.length > 0 ? [`  ${name}: [${names.join(', ')}],\n`] : []
  })
  return `/** Sent as JSON. */\nexport const JSON_ARGUMENTS: { [Name in keyof Procedures]?: readonly string[] } = {\n${entries.join('')}}\n`
}
