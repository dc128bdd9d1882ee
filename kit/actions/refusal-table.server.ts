import { tooManyTries } from '#shop/messages/messages.ts'
import { refuseForm, type HandledAction } from './respond.server.ts'

export type RefusalOf<UseCase extends (...args: never[]) => Promise<unknown>> = Extract<
  Awaited<ReturnType<UseCase>>,
  { ok: false }
>['refusal']
type WithCode<Refusal, Code> = Refusal extends { code: infer Own }
  ? Code extends Own
    ? Refusal & { code: Code }
    : never
  : never
type Refused<Fields> = HandledAction<
  {
    kind: 'refused' | 'failed'
    message?: string
    errors?: Record<string, string>
    values?: Record<string, string>
  } & Fields
>

/** A table with an answer for each refusal code: a result and HTTP status, or a function of the refusal. */
export function refusalAnswers<
  Refusal extends { code: string },
  Fields extends object = object,
  Context = void,
>(entries: {
  [Code in Refusal['code']]:
    | Refused<Fields>
    | ((refusal: WithCode<Refusal, Code>, context: Context) => Refused<Fields>)
}) {
  return (refusal: Refusal, context: Context): Refused<Fields> => {
    const entry = entries[refusal.code as Refusal['code']]
    return typeof entry === 'function' ? entry(refusal as never, context) : entry
  }
}

export const refuse = <Fields extends object>(status: number, fields: Fields) => ({
  status,
  actionResult: { kind: 'refused' as const, ...fields },
})

export const refuseTooManyTries = ({ retry_after_seconds }: { retry_after_seconds: number }) => ({
  ...refuseForm(429, { message: tooManyTries(retry_after_seconds) }),
  retryAfterSeconds: retry_after_seconds,
})
