import { sql, type Kysely } from 'kysely'
import {
  JSON_ARGUMENTS,
  type ProcedureArguments,
  type ProcedureRefusals,
} from '#platform/database/procedure-signatures.ts'
import type { DB } from '#platform/database/schema.ts'
import type { AnswerFields } from './answer-fields.server.ts'
import type { Done } from '#shop/outcome.ts'

type Name = keyof ProcedureArguments
type Fields<P extends Name, Part> = P extends keyof AnswerFields
  ? Part extends keyof AnswerFields[P]
    ? AnswerFields[P][Part]
    : object
  : object

/** PostgreSQL accepts null for each argument. */
type Arguments<P extends Name> = {
  [Argument in keyof ProcedureArguments[P]]: ProcedureArguments[P][Argument] | null
}
export type ProcedureRefusal<P extends Name> = {
  [Code in ProcedureRefusals[P]]: { code: Code } & Fields<P, Code>
}[ProcedureRefusals[P]]
export type ProcedureValue<P extends Name> = Fields<P, 'value'>
/** The value of a procedure, or one of its refusals; for a union of procedures, the result of any of them. */
export type Answer<P extends Name> = P extends Name
  ? Done<ProcedureValue<P>> | { ok: false; refusal: ProcedureRefusal<P> }
  : never

/** Calls a procedure in one statement: `await callProcedure(trx, 'end_offer', { id })`. */
export async function callProcedure<P extends Name>(
  db: Kysely<DB>,
  procedure: P,
  given: Arguments<P>,
): Promise<Answer<P>> {
  const list = Object.entries<unknown>(given)
    .filter(([, value]) => value !== undefined)
    .map(([argument, value]) => {
      const isJson = value !== null && JSON_ARGUMENTS[procedure]?.includes(argument)
      return sql`${sql.ref(`p_${argument}`)} => ${isJson ? JSON.stringify(value) : value}`
    })
  const { rows } = await sql<{ answer: Answer<P> }>`
    select ${sql.ref(procedure)}(${sql.join(list)}) as answer`.execute(db)
  return rows[0]!.answer
}
