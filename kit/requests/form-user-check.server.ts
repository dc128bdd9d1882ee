import { data, type ActionFunction, type LoaderFunction } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { actorContext } from './request-contexts.ts'
import { FORM_USER_ID_FIELD } from '#kit/actions/form-user-id-field.ts'
import { formTexts } from '#kit/actions/read-form.server.ts'

type Handler = { loader?: LoaderFunction; action?: ActionFunction }

/** Answers 409 to forms rendered for another user, whose cookies a shared computer may have by then. A missing field is accepted. */
export function rejectFormsOfOtherUsers({ loader, action }: Handler): Handler {
  return {
    ...(loader && {
      loader: async (args) => addUserId(await loader(args), args.context.get(actorContext).userId),
    }),
    ...(action && {
      action: async (args) => {
        const { userId } = args.context.get(actorContext)
        const formUserId = userId && formTexts(await args.request.clone().formData())[FORM_USER_ID_FIELD]
        if (typeof formUserId === 'string' && formUserId !== userId)
          throw data(null, { status: 409, statusText: messages.formOpenedByAnotherUser })
        return action(args)
      },
    }),
  }
}

function addUserId(loaded: unknown, userId: string | null): unknown {
  if (!userId || typeof loaded !== 'object' || loaded === null || loaded instanceof Response) return loaded
  if ('type' in loaded && loaded.type === 'DataWithResponseInit') {
    const { data: value, init } = loaded as ReturnType<typeof data<unknown>>
    return data(addUserId(value, userId), init ?? undefined)
  }
  return { ...loaded, [FORM_USER_ID_FIELD]: userId }
}
