import type { ZodType } from 'zod'
import type { FieldChange } from '#shop/catalogue/admin/admin-product.ts'
import { mergeEdits, type FormValues } from '#shop/catalogue/product-form/product-form-values.ts'
import type { MergedEdit } from './catalogue-action-result.ts'

export type FormEntries = { values: FormValues; upload: Uint8Array | null; version: number }

/** What was typed into a form with a picture, and the picture's bytes; a file is known by its bytes and never by its name. */
export async function readFormEntries(form: FormData): Promise<FormEntries> {
  const values: FormValues = {}
  for (const [name, value] of form) if (typeof value === 'string') values[name] = value
  const file = form.get('image')
  // A browser sends a file without name and bytes where none was chosen; one with a name and no bytes was chosen, and is empty.
  const isChosen = file instanceof File && (file.name !== '' || file.size > 0)
  return { values, upload: isChosen ? new Uint8Array(await file.arrayBuffer()) : null, version: parseVersion(values['version']) }
}

/** The version that a form was opened with; 0, which nothing has, for what no column could hold. */
export const parseVersion = (text: string | undefined): number => (text && /^\d{1,9}$/.test(text) ? Number(text) : 0)

type ParseResult<Value> = { ok: true; value: Value } | { ok: false; errors: Record<string, string> }

/** Parses what was typed, once; the sentences by the names of their fields. */
export function validateEntries<Value>(entries: Record<string, unknown>, schema: ZodType<Value>): ParseResult<Value> {
  const parsed = schema.safeParse(entries)
  if (parsed.success) return { ok: true, value: parsed.data }
  const errors: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) {
    errors[path.join('.')] ??= message
  }
  return { ok: false, errors }
}

type ConcurrentEdit<Subject> = { current: Subject & { version: number; updated_at: string }; changes: FieldChange[] }

/** Brings a form together with what somebody else saved meanwhile: what was typed stays, what only they changed is taken over. */
export function mergeConcurrentEdit<Subject extends object>(
  { current, changes }: ConcurrentEdit<Subject>,
  typed: FormValues,
  valuesOf: (subject: Subject) => FormValues,
): { values: FormValues; merged: MergedEdit } {
  const before = { ...current, ...Object.fromEntries(changes.map(({ field, was }) => [field, was])) }
  const { values, fields } = mergeEdits(valuesOf(before), valuesOf(current), typed)
  const last = changes.at(-1)
  return { values, merged: { version: current.version, by: last?.by ?? null, at: last?.at ?? current.updated_at, fields } }
}
