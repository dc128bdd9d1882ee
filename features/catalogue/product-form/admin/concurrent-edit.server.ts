import type { FieldChange } from '#features/catalogue/products/admin/admin-product.ts'
import { mergeEdits, type FormValues } from '#features/catalogue/product-form/product-form-values.ts'
import type { MergedEdit } from './catalogue-action-result.ts'

type ConcurrentEdit<Subject> = {
  current: Subject & { version: number; updated_at: string }
  changes: FieldChange[]
}

/** Three-way merge with a version saved meanwhile: edited values are kept, unedited fields take the current value. */
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
