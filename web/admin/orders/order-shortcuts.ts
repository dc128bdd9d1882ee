import type { KeyRow } from '#web/admin/keyboard-shortcuts/keyboard-shortcuts-dialog.tsx'

const STEPS: readonly KeyRow[] = [
  [['p'], 'Process a pending order'],
  [['s'], 'Ship an order that is processing'],
  [['d'], 'Mark a shipped order as delivered'],
  [['u'], 'Undo the last step, for ten seconds'],
  [['c'], 'Cancel the order'],
]

export const LIST_KEYS: readonly KeyRow[] = [
  [['/'], 'Search'],
  [['↓', 'j'], 'Next row'],
  [['↑', 'k'], 'Previous row'],
  [['Enter'], 'Open the order of the row'],
  ...STEPS,
  [['x'], 'Choose the row'],
  [['l'], 'Packing slips of the rows that are chosen'],
  [['Esc'], 'Close what is open'],
  [['?'], 'These keys'],
]

export const ORDER_KEYS: readonly KeyRow[] = [
  ...STEPS,
  [['e'], 'Edit the order'],
  [['l'], 'Packing slip'],
  [['j'], 'Next order of the list'],
  [['k'], 'Previous order of the list'],
  [['b'], 'Back to the list'],
  [['Esc'], 'Close what is open'],
  [['?'], 'These keys'],
]
