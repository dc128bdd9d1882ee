import { useState } from 'react'
import type { FailedMail } from '#shop/mail/outbox/failed-emails.ts'

/**
 * The mails in view after one was sent again. It leaves the list with its answer; its line stays, without its button, so that the
 * next mail does not come under a second press.
 */
export function mergeShownEmails(shown: readonly FailedMail[], now: readonly FailedMail[]): FailedMail[] {
  const nowById = new Map(now.map((mail) => [mail.id, mail]))
  const inView = new Set(shown.map(({ id }) => id))
  return [...shown.map((mail) => nowById.get(mail.id) ?? { ...mail, is_under_way: true }), ...now.filter(({ id }) => !inView.has(id))]
}

/** `answer` is there once somebody has had a mail sent again in this visit. */
export function useStableEmailList(mails: readonly FailedMail[], actionResult: unknown): readonly FailedMail[] {
  const [shownState, setShownState] = useState({ mails, shown: mails })
  if (shownState.mails !== mails) setShownState({ mails, shown: actionResult ? mergeShownEmails(shownState.shown, mails) : mails })
  return shownState.shown
}
