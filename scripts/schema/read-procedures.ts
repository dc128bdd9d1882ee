import { Client } from 'pg'
import { readAnswers } from './read-answers.ts'

const HEADER =
  '/** The procedures that the application calls, made by `node scripts/generate-schema.ts`. Never edited by hand. */\n'

/** The values that pg accepts for an argument of each type. */
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

/** Overloads with fewer arguments serve the previous build (ADR-54). */
const FIND_PROCEDURES = `
  select distinct on (p.proname) p.proname as name, p.prosrc as source, p.proacl::text ~ 'ninth_bend_(?!owner)[a-z]+=X' as is_callable,
         coalesce((select json_agg(json_build_object('name', regexp_replace(p.proargnames[a.position], '^p_', ''), 'type', format_type(a.type, null),
                            'is_optional', a.position > p.pronargs - p.pronargdefaults) order by a.position)
                     from unnest(p.proargtypes::oid[]) with ordinality a (type, position)), '[]') as arguments
    from pg_proc p
   where p.pronamespace = 'public'::regnamespace and p.proname not in ('done', 'refused')
     and (p.prorettype = 'jsonb'::regtype or p.prosrc ~ 'refused\\(')
   order by p.proname, p.pronargs desc`

/** The procedures that the application may call and that return done() or refused(). */
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
    return HEADER + describeTables(procedures)
  } finally {
    await client.end()
  }
}

type AnsweringProcedure = Procedure & ReturnType<typeof readAnswers>

function describeTables(procedures: readonly AnsweringProcedure[]): string {
  const table = (describe: (procedure: AnsweringProcedure) => string) =>
    procedures.flatMap((procedure) => {
      const described = describe(procedure)
      return described === '' ? [] : [`  ${procedure.name}: ${described}\n`]
    })
  const tables = {
    'export type ProcedureArguments = ': table(describeArguments),
    'export type ProcedureRefusals = ': table(({ refusals }) => toCodes(Object.keys(refusals)).join(' | ')),
    '/** The fields of values and refusals, of those that have some. */\nexport type ProcedureFields = ':
      table(describeFields),
    '/** The arguments that are sent as JSON. */\nexport const JSON_ARGUMENTS: Record<string, readonly string[]> = ':
      table(describeJson).map((line) => line.replace('\n', ',\n')),
  }
  return Object.entries(tables)
    .map(([start, lines]) => `\n${start}{\n${lines.join('')}}\n`)
    .join('')
}

const toCodes = (names: readonly string[]) => names.map((name) => `'${name}'`)
const toType = (fields: readonly string[]) => `{ ${fields.join('; ')} }`

const describeArguments = ({ arguments: taken }: Procedure) =>
  toType(taken.map(({ name, type, is_optional }) => `${name}${is_optional ? '?' : ''}: ${TYPES[type]!}`))

function describeFields({ value, refusals }: AnsweringProcedure): string {
  const parts = Object.entries({ value: value ?? [], ...refusals })
    .filter(([, fields]) => fields.length > 0)
    .map(
      ([part, fields]) =>
        `${/^\w+$/.test(part) ? part : `'${part}'`}: ${toType(fields.map((field) => `${field}: unknown`))}`,
    )
  if (value === null) parts.unshift('value: unknown[]')
  return parts.length > 0 ? toType(parts) : ''
}

/** pg sends an array as a PostgreSQL array unless it is JSON already. */
function describeJson({ arguments: taken }: Procedure): string {
  const names = taken.filter(({ type }) => type === 'jsonb').map(({ name }) => name)
  return names.length > 0 ? `[${toCodes(names).join(', ')}]` : ''
}
