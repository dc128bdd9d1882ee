type Entries = 'unsaved' | 'sent'
/** Entries of a form that is no longer on the page do not count. */
const entriesByForm = new Map<HTMLFormElement, Entries>()
let lastSubmit: { form: HTMLFormElement; submitter: HTMLElement | null; isSending: boolean } | undefined

const isOnPage = ([form]: [HTMLFormElement, Entries]) => form.isConnected

export function markUnsaved(form: HTMLFormElement | null | undefined) {
  for (const known of entriesByForm.keys()) if (!known.isConnected) entriesByForm.delete(known)
  if (form) entriesByForm.set(form, 'unsaved')
}
export const markSaved = (form: HTMLFormElement) => void entriesByForm.delete(form)

/** Whether a form within `within` has entries that are not saved. */
export const hasUnsavedChanges = (within: Node = document): boolean =>
  [...entriesByForm].some(
    ([form, entries]) =>
      entries === 'unsaved' && within.contains(form) && !(lastSubmit?.isSending && lastSubmit.form === form),
  )

/** Includes entries that were sent and not answered yet: they remain on the page when the session ends. */
export const hasEntries = (): boolean => [...entriesByForm].some(isOnPage)

export const discardUnsavedChanges = () => entriesByForm.clear()

/** The page stays, with its other forms. */
export const isPosting = (): boolean =>
  lastSubmit?.isSending === true && lastSubmit.form.getAttribute('method') === 'post'

/** Called before handlers: a form that is sent to another page is not asked about. */
export function noteSubmit(form: HTMLFormElement, submitter: HTMLElement | null) {
  const submit = { form, submitter, isSending: true }
  lastSubmit = submit
  setTimeout(() => (submit.isSending = false))
}

/** Leaving is not asked about until there is an answer, nor if it says that everything is saved; later entries are. */
export function sendEntries(form: HTMLFormElement | null | undefined): (isSaved: boolean) => void {
  if (!form || entriesByForm.get(form) !== 'unsaved') return () => {}
  entriesByForm.set(form, 'sent')
  return (isSaved) => {
    if (entriesByForm.get(form) !== 'sent') return
    if (isSaved) markSaved(form)
    else markUnsaved(form)
  }
}

/** For a form that the router sends. A button with `data-keeps-entries` saves nothing, for example one that searches. */
export function sendSubmittedEntries(path: string, sent: FormData): (isSaved: boolean) => void {
  if (!lastSubmit) return () => {}
  const { form, submitter } = lastSubmit
  const url = new URL(form.getAttribute('action') ?? '', location.href)
  const name = submitter?.getAttribute('name')
  const isSent =
    url.pathname + url.search === path && (!name || sent.get(name) === submitter?.getAttribute('value'))
  return isSent && !submitter?.hasAttribute('data-keeps-entries') ? sendEntries(form) : () => {}
}

/**
 * Called before an unanswered form is rendered: an unchanged field would follow its default value, which may
 * no longer be that of the refused form.
 */
export function keepFieldValues() {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'textarea, input:not([type=file], [type=hidden], [type=checkbox], [type=radio])',
  )
  // Assigning it makes the browser treat the value as typed.
  // oxlint-disable-next-line no-self-assign
  for (const field of fields) field.value = field.value
}

/** The admin session has ended. */
export const isAdminSignInPath = (path: string): boolean => /^\/admin(\?|$)/.test(path)
