import { data } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import type { FailureMessage } from '#kit/routing/route-definition.ts'
import { keepFieldValues } from '#kit/actions/unsaved-changes.ts'
import { NetworkError, ShopFailedError, type PageRequestError } from './fetch-page-data.ts'

/** The message of a form that its action has not answered. */
export function unansweredMessage(
  error: PageRequestError,
  form: FormData,
  failureMessage: FailureMessage | undefined,
): string {
  if (error instanceof ShopFailedError) return failureMessage?.(form) ?? error.message
  return error instanceof NetworkError && hasVisibleField(form)
    ? messages.serverUnreachableEntriesKept
    : error.message
}

/** Whether the form has a field that its user can see. */
const hasVisibleField = (form: FormData): boolean =>
  [...form.keys()].some((name) =>
    document.querySelector(`:is(input:not([type=hidden]), select, textarea)[name="${CSS.escape(name)}"]`),
  )

/** The fields stay unchanged; the error status keeps the router from revalidating, which would fail too. */
export function unanswered(message: string, status: number) {
  keepFieldValues()
  return data({ message }, { status })
}
