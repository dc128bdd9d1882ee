import type { BulkEditDone } from './bulk-edit-result.ts'

/** After the number or the name of the products. */
export const bulkEditDoneMessages: Record<BulkEditDone, string> = {
  changed: 'changed',
  archived: 'archived',
  'brought-back': 'brought back',
}
