import type { DatabaseError } from 'pg'
import type { FormValues } from '#features/catalogue/product-form/product-form-values.ts'
import { messages } from '#shop/messages/messages.ts'
import { refused, type Outcome, type Refusal } from '#shop/outcome.ts'

export type CodeRefusal = Refusal<'code-taken'>

/** By the names of the unique indexes in platform/database/migrations. */
const CODE_ERRORS: Readonly<Record<string, FormValues>> = {
  products_by_sku: { sku: messages.skuTaken },
  products_by_barcode: { barcode: messages.barcodeTaken },
}

/** The refusal if another product has the SKU or barcode; otherwise undefined. */
export function codeRefusal(error: unknown): Outcome<never, CodeRefusal> | undefined {
  const { code, constraint } = (error ?? {}) as Partial<DatabaseError>
  const fields = code === '23505' && constraint !== undefined ? CODE_ERRORS[constraint] : undefined
  return fields && refused('code-taken', { fields })
}
