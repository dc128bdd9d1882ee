import type { KeyboardShortcut } from '#web/admin/keyboard-shortcuts/keyboard-shortcuts-dialog.tsx'

export const AUDIT_LOG_SHORTCUTS: readonly KeyboardShortcut[] = [
  [['/'], 'Search'],
  [['↓', 'j'], 'Next row'],
  [['↑', 'k'], 'Previous row'],
  [['Enter'], 'Open what the row is about'],
  [['b'], 'Newer page'],
  [['o'], 'Older page'],
  [['Esc'], 'Close what is open'],
  [['?'], 'These keys'],
]
