import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { requireCustomer } from '#web/http/route-guards.server.ts'
import { changePassword } from './change-password.server.ts'

export type PasswordChanged = { done: string }

export function loader({ request, context }: LoaderFunctionArgs): { email: string } {
  return { email: requireCustomer(context, request).email }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const changed = await changePassword(request, context, requireCustomer(context, request))
  return typeof changed === 'string' ? data<PasswordChanged>({ done: changed }) : changed
}
