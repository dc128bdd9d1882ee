type Entries = 'unsaved' | 'sent'
const entriesByForm = new Map<object, Entries>()

/** Of one form of this page. */
export function createEntries() {
  const entries = {
    isUnsaved: () => entriesByForm.get(entries) === 'unsaved',
    isSent: () => entriesByForm.get(entries) === 'sent',
    set: (isUnsaved: boolean) =>
      void (isUnsaved ? entriesByForm.set(entries, 'unsaved') : entriesByForm.delete(entries)),
    /** Leaving is not asked about until there is an answer. */
    send: () => void entriesByForm.set(entries, 'sent'),
  }
  return entries
}

/** Whether a form of this page holds entries that nothing has saved. */
export const hasUnsavedChanges = (): boolean => [...entriesByForm.values()].includes('unsaved')

/** Also those that were sent and are not answered yet: the end of the session leaves them on the page. */
export const hasEntries = (): boolean => entriesByForm.size > 0

/**
 * Before an unanswered form is rendered: a field that nobody has changed since the page was opened would follow its default
 * value, which is no longer that of a form refused before.
 */
export function keepFieldValues() {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'textarea, input:not([type=file], [type=hidden], [type=checkbox], [type=radio])',
  )
  // Assigning it makes the browser treat the value as typed.
  // oxlint-disable-next-line no-self-assign
  for (const field of fields) field.value = field.value
}

export const discardUnsavedChanges = () => entriesByForm.clear()

/** The session of the back-office has ended. */
export const isAdminSignInPath = (path: string): boolean => /^\/admin(\?|$)/.test(path)
