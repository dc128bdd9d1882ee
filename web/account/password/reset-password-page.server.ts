import { redirect, type LoaderFunctionArgs } from 'react-router'
import { readPasswordLink, saveNewPassword } from '#web/http/new-password.server.ts'

export type ResetPasswordData = {
  /** Email of the account; null if the link is invalid or expired. */
  email: string | null
}

/** An invited person who asked for a new link chooses the first password in the back-office too. */
export async function loader(args: LoaderFunctionArgs): Promise<ResetPasswordData> {
  const link = await readPasswordLink(args)
  if (link?.isInvited) throw redirect(`/admin/invitation${new URL(args.request.url).search}`)
  return { email: link?.email ?? null }
}

export const action = saveNewPassword
