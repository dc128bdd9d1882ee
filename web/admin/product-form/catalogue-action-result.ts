import type { BulkEditResult } from '#shop/catalogue/bulk-edit/bulk-edit-result.ts'
import type { FormValues, MergedField } from '#shop/catalogue/product-form/product-form-values.ts'

/** What somebody else saved while a form lay open, and what was made of it and what was typed. */
export type MergedEdit = {
  /** The version to save over next. */
  version: number
  by: string | null
  /** ISO. */
  at: string
  fields: MergedField[]
}

/** What the server says to a form of the product and category screens; the rows themselves come fresh with it. */
export type CatalogueActionResult = {
  /** Which form it answers. */
  about: 'form' | 'switch' | 'stock' | 'chosen'
  kind: 'done' | 'refused' | 'failed'
  message?: string
  errors?: Record<string, string>
  values?: FormValues
  merged?: MergedEdit
  /** The points to confirm, field to sentence; the form is saved once its tick says so. */
  toConfirm?: Record<string, string>
  product?: { id: string; name: string }
  results?: BulkEditResult[]
}

/** An answer of no kind is the browser's own: the network is gone, or the body was too large. */
export type ClientActionResult = Partial<CatalogueActionResult> & { message?: string }
