import { useState } from 'react'
import type { FailedMail } from '#features/mail/outbox/failed-emails.ts'

/** Keeps the row of a resent email, so that a second click cannot hit the email that moves up. */
export function mergeShownEmails(shown: readonly FailedMail[], current: readonly FailedMail[]): FailedMail[] {
  const currentById = new Map(current.map((mail) => [mail.id, mail]))
  const shownIds = new Set(shown.map(({ id }) => id))
  return [
    ...shown.map((mail) => currentById.get(mail.id) ?? { ...mail, is_under_way: true }),
    ...current.filter(({ id }) => !shownIds.has(id)),
  ]
}

export function useStableEmailList(
  mails: readonly FailedMail[],
  actionResult: unknown,
): readonly FailedMail[] {
  const [shownState, setShownState] = useState({ mails, shown: mails })
  if (shownState.mails !== mails)
    setShownState({ mails, shown: actionResult ? mergeShownEmails(shownState.shown, mails) : mails })
  return shownState.shown
}
