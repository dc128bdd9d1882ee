import { useMemo, useState } from 'react'
import { useActionData, useLocation } from 'react-router'

type FieldTexts = Record<string, string>
/** Fields of other kinds of results, which may be read from every kind. */
type Absent<Fields> = { [Field in Exclude<keyof Fields, 'message'>]?: undefined }

type DoneResult = { kind: 'done'; message?: string } & Absent<{ errors: never; values: never }>
/** `errors` by field; `values` are the user's entries. 'failed': the shop could not do it. */
type RefusedResult = {
  kind: 'refused' | 'failed'
  message?: string
  errors?: FieldTexts
  values?: FieldTexts
}
/** From the browser, or from the server before the action ran: the shop was unreachable, or rejected the request. */
type UnansweredResult = { kind?: undefined; message: string } & Absent<{ errors: never; values: never }>

/** The result of every action; `Done` and `Refused` are the fields that an action adds. */
export type ActionResult<Done extends object = object, Refused extends object = object> =
  | (DoneResult & Done & Absent<Omit<Refused, keyof Done>>)
  | (RefusedResult & Refused & Absent<Omit<Done, keyof Refused>>)
  | (UnansweredResult & Absent<Done & Refused>)

/**
 * The result of the page's last form, which passes its `typeof action`. The router drops it when the page
 * data are reloaded, so it is kept until another page or form.
 */
export function useActionResult<Action = ActionResult>() {
  const result = useActionData<Action>()
  const { key } = useLocation()
  const [kept, setKept] = useState({ key, result })
  if (result !== undefined && (result !== kept.result || key !== kept.key)) setKept({ key, result })
  return result ?? (kept.key === key ? kept.result : undefined)
}

/** A new key for each page and each form that was done or refused; a failed form keeps its key and its entries. */
export function useAnswerKey(): string {
  const { key } = useLocation()
  const result = useActionResult()
  const hasFailed = result !== undefined && (result.kind === undefined || result.kind === 'failed')
  const [answeredKey, setAnsweredKey] = useState(key)
  if (!hasFailed && key !== answeredKey) setAnsweredKey(key)
  return hasFailed ? answeredKey : key
}

/** The success message of the page's last form. */
export function useDoneMessage(): string | undefined {
  const result = useActionResult()
  return result?.kind === 'done' ? result.message : undefined
}

/** Without `values` the fields stay unchanged, as in a form that was not answered. */
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
