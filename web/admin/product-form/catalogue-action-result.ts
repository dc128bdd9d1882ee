import type { BulkEditResult } from '#shop/catalogue/bulk-edit/bulk-edit-result.ts'
import type { FormValues, MergedField } from '#shop/catalogue/product-form/product-form-values.ts'

export type MergedEdit = { version: number; by: string | null; at: string; fields: MergedField[] }

export type CatalogueActionResult = {
  about: 'form' | 'switch' | 'stock' | 'chosen'
  kind: 'done' | 'refused' | 'failed'
  message?: string
  errors?: Record<string, string>
  values?: FormValues
  merged?: MergedEdit
  /** Messages by field; the next save must have `confirmed` set. */
  toConfirm?: Record<string, string>
  product?: { id: string; name: string }
  results?: BulkEditResult[]
}

/** Without `kind` it comes from the browser: a network error, or the body was too large. */
export type ClientActionResult = Partial<CatalogueActionResult> & { message?: string }
