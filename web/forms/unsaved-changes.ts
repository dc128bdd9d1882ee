type Entries = 'unsaved' | 'sent'
const entriesByForm = new Map<object, Entries>()

/** Whether a form of this page holds entries that nothing has saved. */
export const hasUnsavedChanges = (): boolean => [...entriesByForm.values()].includes('unsaved')

/** Also those that were sent and are not answered yet. */
export const hasEntries = (): boolean => entriesByForm.size > 0

export function setEntries(form: object, entries: Entries | null) {
  if (entries) entriesByForm.set(form, entries)
  else entriesByForm.delete(form)
}

export const discardUnsavedChanges = () => entriesByForm.clear()

/** The session of the back-office has ended. */
export const isAdminSignInPath = (path: string): boolean => /^\/admin(\?|$)/.test(path)
