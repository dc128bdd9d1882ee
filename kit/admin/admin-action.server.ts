import type { ActionFunctionArgs } from 'react-router'
import { notSaved } from '#shop/messages/not-saved.ts'
import { PermissionDenied, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { shopContext } from '#kit/requests/request-contexts.ts'
import { requireAdmin } from '#kit/requests/route-guards.server.ts'
import type { ActionResult } from '#kit/actions/action-result.ts'
import { formTexts, readIntent } from '#kit/actions/read-form.server.ts'
import { refuseForm, respond, type HandledAction } from '#kit/actions/respond.server.ts'

export type AdminForm = Pick<ActionFunctionArgs, 'context' | 'params'> & {
  shop: ShopDependencies
  admin: Admin
  submitted: FormData
  /** The button or form that was used. */
  intent: string
  url: URL
}

type AdminActionDefinition<Result> = {
  /** A Response is a redirect. */
  handle: (form: AdminForm) => Promise<HandledAction<NoInfer<Result>> | Response>
  /** The log message if `handle` throws, such as 'an offer could not be saved'. */
  failure: string
  /** The page's message then, with status 503. */
  answerFailure: (form: AdminForm) => HandledAction<NoInfer<Result>> | Promise<HandledAction<NoInfer<Result>>>
}

/** The message of forms that have none of their own. */
export const refuseUnsaved = ({ submitted }: Pick<AdminForm, 'submitted'>) =>
  refuseForm(503, { message: notSaved, values: formTexts(submitted) })

/** The action of an admin page. A missing permission is not a failure: the router answers it. */
export const adminAction =
  <Result = ActionResult>({ handle, failure, answerFailure }: AdminActionDefinition<Result>) =>
  async ({ request, params, context }: ActionFunctionArgs) => {
    const admin = requireAdmin(context, request)
    const shop = context.get(shopContext)
    const submitted = await request.formData()
    const intent = readIntent(submitted)
    const form = { shop, admin, submitted, intent, params, context, url: new URL(request.url) }
    const handled = await handle(form).catch((error: unknown) => {
      // A handler throws 404 as the router's data().
      if (error instanceof PermissionDenied || !(error instanceof Error)) throw error
      const [order, mail] = ['order_id', 'mail_id'].map((name) => submitted.get(name) ?? undefined)
      shop.log.error({ error, intent, order, mail, ...params }, failure)
      return answerFailure(form)
    })
    return handled instanceof Response ? handled : respond<Result>(context, handled)
  }
