import type { LoaderFunctionArgs } from 'react-router'
import { readPasswordLink, saveNewPassword } from '#features/accounts/passwords/new-password.server.ts'

export type InvitationData = {
  /** The new account's email; null if the link is invalid or expired. */
  email: string | null
}

export async function loader(args: LoaderFunctionArgs): Promise<InvitationData> {
  return { email: (await readPasswordLink(args))?.email ?? null }
}

export const action = saveNewPassword
