import { classNames } from './class-names.ts'

type EmailLinkProps = { address: string; subject?: string; className?: string }

/** An address to write to; a narrow column breaks it behind the @ and not within a word. */
export function EmailLink({ address, subject, className }: EmailLinkProps) {
  const [name, host] = address.split('@')
  return (
    <a href={mailTo(address, { subject })} className={classNames('link', className)}>
      {name}@<wbr />
      {host}
    </a>
  )
}

export function PhoneLink({ number, className }: { number: string; className?: string }) {
  return (
    <a href={telephone(number)} className={classNames('link', className)}>
      {number}
    </a>
  )
}

/** The address of a call. */
export const telephone = (number: string) => `tel:${number.replaceAll(' ', '')}`

/** The address of a message that opens in the visitor's own mail program, with what is to stand in it. */
export function mailTo(address: string, { subject, body }: { subject?: string | undefined; body?: string | undefined } = {}) {
  const parts = Object.entries({ subject, body }).flatMap(([name, text]) => (text ? [`${name}=${encodeURIComponent(text)}`] : []))
  return `mailto:${address}${parts.length > 0 ? `?${parts.join('&')}` : ''}`
}
