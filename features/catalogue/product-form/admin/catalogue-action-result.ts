import type { ActionResult } from '#kit/actions/action-result.ts'
import type { BulkEditDone, BulkEditResult } from '#features/catalogue/products/bulk-edit/bulk-edit-result.ts'
import type { MergedField } from '#features/catalogue/product-form/product-form-values.ts'

export type MergedEdit = { version: number; by: string | null; at: string; fields: MergedField[] }

type CatalogueFields = {
  about: 'form' | 'switch' | 'stock' | 'chosen' | 'order'
  product?: { id: string; name: string }
}
export type CatalogueActionResult = ActionResult<
  CatalogueFields & { results?: BulkEditResult[]; doneAs?: BulkEditDone },
  CatalogueFields & {
    merged?: MergedEdit
    /** Fields to confirm with their messages; the next save must have `confirmed` set. */
    toConfirm?: Record<string, string>
  }
>
