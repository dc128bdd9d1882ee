import { useEffect, useRef, useState, type ComponentProps } from 'react'
import { Form, useBlocker } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { useActionResult, type ActionResult } from '#web/forms/action-result.ts'
import { createEntries, discardUnsavedChanges, hasUnsavedChanges } from '#web/forms/unsaved-changes.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Button } from '#web/ui/form/button.tsx'

/** For a form: says when it has entries that are not saved. */
export function useUnsavedChanges() {
  const [entries] = useState(createEntries)
  useEffect(() => () => entries.set(false), [entries])
  return entries
}

/** Of a form that is stored by an answer with another page. */
export const savedByRedirect = (): boolean => false

const isDone = ({ kind }: ActionResult): boolean => kind === 'done'

type EntryFormProps = ComponentProps<typeof Form> & {
  /** Whether an answer means that the entries are stored: not one of a preview or a search. */
  hasSaved?: (result: ActionResult) => boolean
  /** Of a form that is changed by buttons too. */
  entries?: ReturnType<typeof useUnsavedChanges>
}

/** A form whose entries are not left without a question. */
export function EntryForm({ children, hasSaved = isDone, entries, ...props }: EntryFormProps) {
  const own = useUnsavedChanges()
  const unsaved = entries ?? own
  const result = useActionResult()
  const wasSent = useRef(false)
  useEffect(() => {
    if (!wasSent.current || result === undefined) return
    wasSent.current = false
    if (!hasSaved(result)) unsaved.set(true)
    // Not what was typed while it was sent.
    else if (unsaved.isSent()) unsaved.set(false)
  }, [result, hasSaved, unsaved])
  return (
    <Form
      {...props}
      onInput={(event) => {
        props.onInput?.(event)
        unsaved.set(true)
      }}
      onSubmit={(event) => {
        props.onSubmit?.(event)
        wasSent.current = true
        unsaved.send()
      }}
    >
      {children}
    </Form>
  )
}

/** Once in each page, because a router takes one question at a time. The browser asks before it closes the page. */
export function UnsavedChangesQuestion() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && hasUnsavedChanges(),
  )
  useEffect(() => {
    const handleBeforeUnload = (event: BeforeUnloadEvent) => {
      if (hasUnsavedChanges()) event.preventDefault()
    }
    addEventListener('beforeunload', handleBeforeUnload)
    return () => removeEventListener('beforeunload', handleBeforeUnload)
  }, [])
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
