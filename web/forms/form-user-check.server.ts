import { data, type ActionFunction, type LoaderFunction } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { actorContext } from '#web/http/request-contexts.ts'
import { FORM_USER_ID_FIELD } from './form-user-id-field.ts'

type Handler = { loader?: LoaderFunction; action?: ActionFunction }

/**
 * Whoever is signed in gets pages that say so, and forms that carry it; a form that was made for somebody else is refused
 * before its action sees it. On a computer that is shared the browser's cookies may be another person's by then.
 * A form without the field is let through: it guards people against a mistake, and no page of the shop leaves it out.
 */
export function rejectFormsOfOtherUsers({ loader, action }: Handler): Handler {
  return {
    ...(loader && { loader: async (args) => addUserId(await loader(args), args.context.get(actorContext).userId) }),
    ...(action && {
      action: async (args) => {
        const { userId } = args.context.get(actorContext)
        const formUserId = userId && (await args.request.clone().formData()).get(FORM_USER_ID_FIELD)
        if (typeof formUserId === 'string' && formUserId !== userId) throw data(null, { status: 409, statusText: messages.formOpenedByAnotherUser })
        return action(args)
      },
    }),
  }
}

function addUserId(loaded: unknown, userId: string | null): unknown {
  if (!userId || typeof loaded !== 'object' || loaded === null || loaded instanceof Response) return loaded
  // What `data()` of the router makes of a value with a status or headers.
  if ('type' in loaded && loaded.type === 'DataWithResponseInit') {
    const { data: value, init } = loaded as ReturnType<typeof data<unknown>>
    return data(addUserId(value, userId), init ?? undefined)
  }
  return { ...loaded, [FORM_USER_ID_FIELD]: userId }
}
