import { useMemo, useState } from 'react'
import { useActionData, useLocation } from 'react-router'

type FieldTexts = Record<string, string>
/** Fields that another kind of result has; they may be read of every kind. */
type Absent<Fields> = { [Field in Exclude<keyof Fields, 'message'>]?: undefined }

type DoneResult = { kind: 'done'; message?: string } & Absent<{ errors: never; values: never }>
/** `errors` by field; `values` are those that the user typed. 'failed': the shop could not do it. */
type RefusedResult = {
  kind: 'refused' | 'failed'
  message?: string
  errors?: FieldTexts
  values?: FieldTexts
}
/** From the browser, or the server before the action ran: the shop was unreachable, or rejected the request. */
type UnansweredResult = { kind?: undefined; message: string } & Absent<{ errors: never; values: never }>

/** The answer of every action; `Done` and `Refused` are the fields that an action adds. */
export type ActionResult<Done extends object = object, Refused extends object = object> =
  | (DoneResult & Done & Absent<Omit<Refused, keyof Done>>)
  | (RefusedResult & Refused & Absent<Omit<Done, keyof Refused>>)
  | (UnansweredResult & Absent<Done & Refused>)

/**
 * The result of the last form of a page, which passes its `typeof action`. The router drops it when the page loads its data
 * again, as after a change by somebody else, so it is kept until another page or form.
 */
export function useActionResult<Action = ActionResult>() {
  const result = useActionData<Action>()
  const { key } = useLocation()
  const [kept, setKept] = useState({ key, result })
  if (result !== undefined && (result !== kept.result || key !== kept.key)) setKept({ key, result })
  return result ?? (kept.key === key ? kept.result : undefined)
}

/** Another one for each page and each form that was done or refused: a form with this key keeps its entries if it failed. */
export function useAnswerKey(): string {
  const { key } = useLocation()
  const result = useActionResult()
  const hasFailed = result !== undefined && (result.kind === undefined || result.kind === 'failed')
  const [answeredKey, setAnsweredKey] = useState(key)
  if (!hasFailed && key !== answeredKey) setAnsweredKey(key)
  return hasFailed ? answeredKey : key
}

/** The success message of the last form of a page. */
export function useDoneMessage(): string | undefined {
  const result = useActionResult()
  return result?.kind === 'done' ? result.message : undefined
}

/** Without `values` the fields stay as they are, as in a form that was not answered. */
export type FormFailure = {
  isAnswered: boolean
  values: FieldTexts | undefined
  errors: FieldTexts
  message?: string
}

export function useFormFailure(): FormFailure | undefined {
  const result = useActionResult()
  return useMemo(
    () =>
      !result || result.kind === 'done'
        ? undefined
        : {
            isAnswered: result.kind !== undefined,
            values: result.values,
            errors: result.errors ?? {},
            ...(result.message && { message: result.message }),
          },
    [result],
  )
}
