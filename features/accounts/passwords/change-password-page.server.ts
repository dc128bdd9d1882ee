import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { requireCustomer } from '#kit/requests/route-guards.server.ts'
import { respond } from '#kit/actions/respond.server.ts'
import { changePassword } from './change-password.server.ts'

export function loader({ request, context }: LoaderFunctionArgs): { email: string } {
  return { email: requireCustomer(context, request).email }
}

export async function action({ request, context }: ActionFunctionArgs) {
  return respond(context, await changePassword(request, context, requireCustomer(context, request)))
}
