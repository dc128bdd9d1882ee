import type { ZodType } from 'zod'

/** What the form in an address has, and the terms of its preview if it is complete; both are empty before it was sent. */
export function readTerms<Terms>(
  query: URLSearchParams,
  fields: readonly string[],
  schema: ZodType<Terms>,
): { values: Record<string, string>; terms: Terms | null; errors: Record<string, string> } {
  const values = Object.fromEntries(fields.map((name) => [name, query.get(name) ?? '']))
  const parsed = query.has('amount') ? schema.safeParse(values) : null
  const issues = parsed?.error?.issues ?? []
  const errors = Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]))
  return { values, terms: parsed?.data ?? null, errors }
}
