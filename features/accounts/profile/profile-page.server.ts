import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { profileForm } from '#features/accounts/forms/account-forms.ts'
import type { Profile } from './profile.ts'
import { readProfile, saveProfile } from './profile.server.ts'
import { deliveryWarnings, type DeliveryWarnings } from '#features/checkout/address/delivery-warnings.ts'
import { messages } from '#shop/messages/messages.ts'
import { shopContext } from '#kit/requests/request-contexts.ts'
import { requireCustomer } from '#kit/requests/route-guards.server.ts'
import { readForm } from '#kit/actions/read-form.server.ts'
import { profileRefused } from '#features/accounts/account-refusals.server.ts'
import { acceptForm, refuseForm, respond, withFields } from '#kit/actions/respond.server.ts'

export type ProfileData = {
  /** Owner of the form's draft. */
  customer_id: string
  email: string
  /** Null if it could not be read; the form is then empty. */
  profile: Profile | null
  warnings: DeliveryWarnings
}

export async function loader({ request, context }: LoaderFunctionArgs): Promise<ProfileData> {
  const customer = requireCustomer(context, request)
  const profile = await readProfile(context.get(shopContext), customer)
  return { customer_id: customer.userId, email: customer.email, profile, warnings: deliveryWarnings(profile) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const customer = requireCustomer(context, request)
  const shop = context.get(shopContext)
  const form = await readForm(await request.formData(), profileForm)
  if (!form.ok) return respond(context, refuseForm(422, form))
  const { values } = form
  const saved = await saveProfile(shop, customer, form.value).catch((error: unknown) => {
    shop.log.error({ error, user: customer.userId }, 'a profile could not be saved')
    return null
  })
  if (!saved) return respond(context, refuseForm(503, { values, message: messages.profileNotSaved }))
  return respond(
    context,
    saved.ok ? acceptForm(messages.profileSaved) : withFields(profileRefused(saved.refusal), { values }),
  )
}
