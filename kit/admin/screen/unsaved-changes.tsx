import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { isFormChanged } from '#kit/hydration/changed-form.ts'
import {
  discardUnsavedChanges,
  hasUnsavedChanges,
  isPosting,
  markSaved,
  markUnsaved,
  noteSubmit,
} from '#kit/actions/unsaved-changes.ts'
import { Dialog } from '#kit/dialog/dialog.tsx'
import { Button } from '#kit/form/button.tsx'

/** A form whose fields only choose rows of a list. */
const NO_ENTRIES = '[data-no-entries]'
/** A link or button that discards entries without resetting its form. */
const DROPS_ENTRIES = '[data-drops-entries]'

const isWithEntries = (form: unknown): form is HTMLFormElement =>
  form instanceof HTMLFormElement && form.getAttribute('method') === 'post' && !form.matches(NO_ENTRIES)

function formOf(event: Event): HTMLFormElement | undefined {
  const { form } = event.target as Partial<HTMLInputElement>
  // Handlers may have removed the field by now.
  return [form, ...event.composedPath()].find(isWithEntries)
}

/** Watches every posted form of the back-office, including those added later: leaving a changed one asks a question first. */
function watchForms(): () => void {
  const watching = new AbortController()
  const { signal } = watching
  const listen = (type: string, handle: (event: Event) => void, capture = true) =>
    document.addEventListener(type, handle, { capture, signal })
  const handleEntry = (event: Event) => {
    const { type } = event.target as Partial<HTMLInputElement>
    // A typed search may be lost; choices from its results may not.
    if (type !== 'search') markUnsaved(formOf(event))
  }
  listen('input', handleEntry)
  listen('change', handleEntry)
  // Captured, because a link leaves at once.
  listen('click', (event) => {
    const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event as MouseEvent
    // Opens another tab or window, while this page stays.
    if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return
    const discarding = (target as Element).closest<HTMLElement>(DROPS_ENTRIES)
    const form = (discarding as Partial<HTMLButtonElement> | null)?.form ?? discarding?.closest('form')
    if (form) markSaved(form)
  })
  // A button that changes the form, such as one that adds a unit. Bubbling, because other buttons send the
  // form.
  listen(
    'click',
    (event) => {
      const button = event.composedPath().find((each) => each instanceof HTMLButtonElement)
      if (!button || button.getAttribute('aria-disabled') === 'true' || button.matches(DROPS_ENTRIES)) return
      if (button.type === 'button' || event.defaultPrevented) markUnsaved(formOf(event))
    },
    false,
  )
  listen('reset', ({ target }) => markSaved(target as HTMLFormElement))
  listen('submit', (event) => noteSubmit(event.target as HTMLFormElement, (event as SubmitEvent).submitter))
  const handleBeforeUnload = (event: BeforeUnloadEvent) => {
    if (hasUnsavedChanges()) event.preventDefault()
  }
  addEventListener('beforeunload', handleBeforeUnload, { signal })
  // Entries typed before this script ran.
  for (const form of document.forms) if (isWithEntries(form) && isFormChanged(form)) markUnsaved(form)
  return () => watching.abort()
}

/** Used once per page, because a router supports one question at a time. The browser asks before it closes the page. */
export function UnsavedChangesQuestion() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsavedChanges() &&
      (currentLocation.pathname !== nextLocation.pathname ||
        (currentLocation.search !== nextLocation.search && !isPosting())),
  )
  useEffect(watchForms, [])
  const isAsking = blocker.state === 'blocked'
  const stay = () => blocker.reset?.()
  return (
    <Dialog
      open={isAsking}
      onClose={stay}
      title={messages.leaveWithoutSaving}
      initialFocus="title"
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            variant="danger"
            onClick={() => {
              discardUnsavedChanges()
              blocker.proceed?.()
            }}
          >
            {messages.discardEntries}
          </Button>
          <Button onClick={stay}>{messages.keepEditing}</Button>
        </div>
      }
    >
      {isAsking && <p>{messages.entriesNotSaved}</p>}
    </Dialog>
  )
}
