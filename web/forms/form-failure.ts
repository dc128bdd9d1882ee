import { useActionData } from 'react-router'

/** What an action answers when a form was not accepted: everything that was typed, and what is wrong with which field. */
export type FormFailure = {
  values: Record<string, string>
  /** Field name to sentence. */
  errors: Record<string, string>
  /** A sentence about the form as a whole. */
  message?: string
}

/** The failure that the page's last submit was answered with, if any. */
export function useFormFailure(): FormFailure | undefined {
  const answer = useActionData() as Partial<FormFailure> | undefined
  if (!answer || (!answer.errors && !answer.message)) return undefined
  return { values: answer.values ?? {}, errors: answer.errors ?? {}, ...(answer.message && { message: answer.message }) }
}
