import type { KeyboardShortcut } from '#web/admin/keyboard-shortcuts/keyboard-shortcuts-dialog.tsx'

export const PRODUCT_LIST_SHORTCUTS: readonly KeyboardShortcut[] = [
  [['/'], 'Search'],
  [['↓', 'j'], 'Next row'],
  [['↑', 'k'], 'Previous row'],
  [['Enter', 'e'], 'Edit the product of the row'],
  [['s'], 'Its stock'],
  [['a'], 'Switch it on or off'],
  [['x'], 'Choose the row'],
  [['n'], 'Add a product'],
  [['Esc'], 'Close what is open'],
  [['?'], 'These keys'],
]
