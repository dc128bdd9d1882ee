import { data, type ActionFunctionArgs } from 'react-router'
import { emailForm } from '#shop/accounts/forms/account-forms.ts'
import { messages, tooManyTries } from '#shop/messages/messages.ts'
import { accountsContext, replyContext, shopContext, visitContext } from '#web/http/request-contexts.ts'
import { keepEntries, readForm, showFailure } from '#web/forms/parse-form.server.ts'

/** Beside a form failure: what was done, in the same words for every address (D9). */
export type ResetRequested = { done: string }

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readForm(request, emailForm)
  if (!form.ok) return showFailure(form)
  const values = keepEntries(form.value)
  const asked = await context
    .get(accountsContext)
    .requestPasswordReset(form.value.email, context.get(visitContext))
    .catch((error: unknown) => {
      context.get(shopContext).log.error({ error }, 'a link to a new password could not be queued')
      return null
    })
  if (!asked) return showFailure({ values, errors: {}, message: messages.somethingWentWrong }, 500)
  if (asked.ok) return data<ResetRequested>({ done: messages.resetRequested })
  const { retry_after_seconds } = asked.refusal
  context.get(replyContext).headers.set('retry-after', String(retry_after_seconds))
  return showFailure({ values, errors: {}, message: tooManyTries(retry_after_seconds) }, 429)
}
