import type { ZodType } from 'zod'
import type { FieldChange } from '#shop/catalogue/admin/admin-product.ts'
import { mergeEdits, type FormValues } from '#shop/catalogue/product-form/product-form-values.ts'
import type { MergedEdit } from './catalogue-action-result.ts'

export type FormEntries = { values: FormValues; upload: Uint8Array | null; version: number }

/** The file type is detected from the bytes, never from the name. */
export async function readFormEntries(form: FormData): Promise<FormEntries> {
  const values: FormValues = {}
  for (const [name, value] of form) if (typeof value === 'string') values[name] = value
  const file = form.get('image')
  // Browsers send an unnamed empty file if none was chosen.
  const isChosen = file instanceof File && (file.name !== '' || file.size > 0)
  return {
    values,
    upload: isChosen ? new Uint8Array(await file.arrayBuffer()) : null,
    version: parseVersion(values['version']),
  }
}

/** 0, which no record has, if it is not an integer of up to 9 digits. */
export const parseVersion = (text: string | undefined): number =>
  text && /^\d{1,9}$/.test(text) ? Number(text) : 0

type ParseResult<Value> = { ok: true; value: Value } | { ok: false; errors: Record<string, string> }

export function validateEntries<Value>(
  entries: Record<string, unknown>,
  schema: ZodType<Value>,
): ParseResult<Value> {
  const parsed = schema.safeParse(entries)
  if (parsed.success) return { ok: true, value: parsed.data }
  const errors: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) {
    errors[path.join('.')] ??= message
  }
  return { ok: false, errors }
}

type ConcurrentEdit<Subject> = {
  current: Subject & { version: number; updated_at: string }
  changes: FieldChange[]
}

/** Edited values are kept, other fields take the current value. */
export function mergeConcurrentEdit<Subject extends object>(
  { current, changes }: ConcurrentEdit<Subject>,
  submitted: FormValues,
  toFormValues: (subject: Subject) => FormValues,
): { values: FormValues; merged: MergedEdit } {
  const before = { ...current, ...Object.fromEntries(changes.map(({ field, was }) => [field, was])) }
  const { values, fields } = mergeEdits(toFormValues(before), toFormValues(current), submitted)
  const last = changes.at(-1)
  return {
    values,
    merged: { version: current.version, by: last?.by ?? null, at: last?.at ?? current.updated_at, fields },
  }
}
