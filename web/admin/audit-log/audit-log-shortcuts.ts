import type { KeyRow } from '#web/admin/keyboard-shortcuts/keyboard-shortcuts-dialog.tsx'

export const AUDIT_KEYS: readonly KeyRow[] = [
  [['/'], 'Search'],
  [['↓', 'j'], 'Next row'],
  [['↑', 'k'], 'Previous row'],
  [['Enter'], 'Open what the row is about'],
  [['b'], 'Newer page'],
  [['o'], 'Older page'],
  [['Esc'], 'Close what is open'],
  [['?'], 'These keys'],
]
