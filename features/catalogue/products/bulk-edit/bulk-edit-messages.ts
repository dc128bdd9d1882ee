import type { VatRate } from '#features/catalogue/product-form/vat-rates.ts'
import type { BulkEditDone } from './bulk-edit-result.ts'

/** These follow the number or the name of the products. */
export const bulkEditDoneMessages: Record<BulkEditDone, string> = {
  changed: 'changed',
  archived: 'archived',
  'brought-back': 'brought back',
}

export const bulkVatRateMessages = {
  action: 'Set VAT rate',
  label: 'New VAT rate',
  none: 'Choose a VAT rate',
  effect: (rate: VatRate) => `They get the VAT rate ${rate}% for orders from now on. No price changes.`,
}
