import { redirect, type LoaderFunctionArgs } from 'react-router'
import { readPasswordLink, saveNewPassword } from './new-password.server.ts'

export type ResetPasswordData = {
  /** The account's email; null if the link is invalid or expired. */
  email: string | null
}

/** Invited people who requested a new link also choose their first password in the back-office. */
export async function loader(args: LoaderFunctionArgs): Promise<ResetPasswordData> {
  const link = await readPasswordLink(args)
  if (link?.isInvited) throw redirect(`/admin/invitation${new URL(args.request.url).search}`)
  return { email: link?.email ?? null }
}

export const action = saveNewPassword
