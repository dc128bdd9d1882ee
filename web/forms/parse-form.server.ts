import { data } from 'react-router'
import type { ZodType } from 'zod'
import type { FormFailure } from './form-failure.ts'

export type ParsedForm<Value> = { ok: true; value: Value } | ({ ok: false } & FormFailure)

/** Never sent back to the page. */
const SECRET_FIELDS = /password/i

/** Returns the value, or the entries without secrets and the first message of each invalid field. */
export async function parseForm<Value>(request: Request, schema: ZodType<Value>): Promise<ParsedForm<Value>> {
  const entries = Object.fromEntries(
    [...(await request.formData())].filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
  const parsed = schema.safeParse(entries)
  if (parsed.success) return { ok: true, value: parsed.data }
  const errors: Record<string, string> = {}
  for (const issue of parsed.error.issues) errors[String(issue.path[0] ?? 'form')] ??= issue.message
  return { ok: false, values: withoutSecretFields(entries), errors }
}

export function withoutSecretFields(entries: Record<string, unknown>): Record<string, string> {
  const safeEntries = Object.entries(entries).filter(([name]) => !SECRET_FIELDS.test(name))
  return Object.fromEntries(safeEntries.map(([name, value]) => [name, String(value ?? '')]))
}

export function formFailureResponse(failure: FormFailure, status = 422) {
  const { values, errors, message } = failure
  return data({ values, errors, ...(message && { message }) }, { status })
}
