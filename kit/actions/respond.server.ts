import { data, type RouterContextProvider } from 'react-router'
import { responseContext } from '#kit/requests/request-contexts.ts'
import type { ActionResult } from './action-result.ts'

/** A handler's decision: the result for the page and the HTTP status. */
export type HandledAction<Result = ActionResult> = {
  actionResult: Result
  status: number
  /** Sent as Retry-After. */
  retryAfterSeconds?: number
}

type FormAnswer = { message?: string; errors?: Record<string, string>; values?: Record<string, string> }

/** A refused or failed form. Without values its fields stay unchanged and are never emptied. */
export const refuseForm = (status: number, { message, errors = {}, values }: FormAnswer) => ({
  status,
  actionResult: {
    kind: status < 500 ? ('refused' as const) : ('failed' as const),
    errors,
    ...(values && { values }),
    ...(message && { message }),
  },
})

export const acceptForm = (message: string) => ({
  status: 200,
  actionResult: { kind: 'done' as const, message },
})

export const withFields = <Result extends object, Fields extends object>(
  { actionResult, ...rest }: HandledAction<Result>,
  fields: Fields,
): HandledAction<Result & Fields> => ({ ...rest, actionResult: { ...actionResult, ...fields } })

/** Writes all responses to forms. */
export function respond<Result = ActionResult>(
  context: Readonly<RouterContextProvider>,
  { actionResult, status, retryAfterSeconds }: HandledAction<NoInfer<Result>>,
) {
  if (retryAfterSeconds !== undefined)
    context.get(responseContext).headers.set('retry-after', String(retryAfterSeconds))
  return data<Result>(actionResult, { status })
}
