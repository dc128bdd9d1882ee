import { ACCOUNT_MAIL_KINDS } from '#features/mail/outbox/mail-kinds.ts'

/** `emails` are verified; `account_email` may belong to somebody else, so only emails about the account are theirs. */
export type ErasedPerson = {
  emails: readonly string[]
  account_email: string | null
  order_ids: readonly string[]
}

const ACCOUNT_MAIL = new RegExp(String.raw`^message-id:\s*<(?:${ACCOUNT_MAIL_KINDS.join('|')})[.@]`, 'm')

/** Whether an email has one of the person's addresses or order numbers, or is about their account. */
export function createPersonSearch({
  emails,
  account_email,
  order_ids,
}: ErasedPerson): (text: string) => boolean {
  const ids = new Set(order_ids)
  const shortIds = new Set(order_ids.map((id) => id.slice(0, 8)))
  const addresses = new Set(emails)
  return (text) => {
    const lower = text.toLowerCase()
    const isAboutAccount = ACCOUNT_MAIL.test(lower)
    for (const [found] of lower.matchAll(/[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+/g)) {
      const address = found.replace(/\.$/, '')
      if (addresses.has(address) || (isAboutAccount && address === account_email)) return true
    }
    for (const [id] of lower.matchAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g))
      if (ids.has(id)) return true
    for (const [, shortId] of lower.matchAll(/#([0-9a-f]{8})\b/g)) if (shortIds.has(shortId!)) return true
    return false
  }
}
