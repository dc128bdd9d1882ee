import { bulkMoveMessages } from '#features/orders/bulk-moves/bulk-move-messages.ts'
import { phoneOrderMessages } from '#features/checkout/phone-orders/phone-order-messages.ts'
import { nextStatusAction, ORDER_STATUSES } from '#features/orders/order-status.ts'
import type { KeyboardShortcut } from '#kit/admin/keyboard-shortcuts/keyboard-shortcuts-dialog.tsx'

const STEPS = ORDER_STATUSES.map(nextStatusAction).filter((step) => step !== null)

const ORDER_ACTION_SHORTCUTS: readonly KeyboardShortcut[] = [
  ...STEPS.map(({ key, help }) => [[key], help] as const),
  [['u'], 'Undo the last step, for ten seconds'],
  [['c'], 'Cancel the order'],
]

export const ORDER_LIST_SHORTCUTS: readonly KeyboardShortcut[] = [
  [['/'], 'Search'],
  [['↓', 'j'], 'Next row'],
  [['↑', 'k'], 'Previous row'],
  [['Enter'], 'Open the order of the row'],
  ...ORDER_ACTION_SHORTCUTS,
  [['x'], 'Choose the row'],
  [['Shift+x'], bulkMoveMessages.chooseAllHelp],
  ...STEPS.map(({ key, label }) => [[`Shift+${key}`], bulkMoveMessages.stepHelp(label)] as const),
  [['l'], 'Packing slips of the rows that are chosen'],
  [['n'], phoneOrderMessages.title],
]

export const ORDER_PAGE_SHORTCUTS: readonly KeyboardShortcut[] = [
  ...ORDER_ACTION_SHORTCUTS,
  [['e'], 'Edit the order'],
  [['l'], 'Packing slip'],
  [['j'], 'Next order of the list'],
  [['k'], 'Previous order of the list'],
  [['b'], 'Back to the list'],
]

const MANAGER_KEYS = new Set(['c', 'e', 'n'])

/** Excludes shortcuts for actions that only managers may take. */
export const shortcutsFor = (
  shortcuts: readonly KeyboardShortcut[],
  { mayCancel }: { mayCancel: boolean },
): readonly KeyboardShortcut[] =>
  mayCancel ? shortcuts : shortcuts.filter(([keys]) => !keys.some((key) => MANAGER_KEYS.has(key)))
