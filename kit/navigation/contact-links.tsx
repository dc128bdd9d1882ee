import { classNames } from '#kit/display/class-names.ts'

type EmailLinkProps = { address: string; subject?: string; className?: string }

export function EmailLink({ address, subject, className }: EmailLinkProps) {
  return (
    <a href={mailtoUrl(address, { subject })} className={classNames('link', className)}>
      {address}
    </a>
  )
}

export function PhoneLink({ number, className }: { number: string; className?: string }) {
  return (
    <a href={telephoneUrl(number)} className={classNames('link', className)}>
      {withNonBreakingSpaces(number)}
    </a>
  )
}

export const withNonBreakingSpaces = (number: string) => number.replaceAll(' ', '\u00a0')

export const telephoneUrl = (number: string) => `tel:${number.replace(/[^\d+]/g, '')}`

export function mailtoUrl(
  address: string,
  { subject, body }: { subject?: string | undefined; body?: string | undefined } = {},
) {
  const parts = Object.entries({ subject, body }).flatMap(([name, text]) =>
    text ? [`${name}=${encodeURIComponent(text)}`] : [],
  )
  return `mailto:${address}${parts.length > 0 ? `?${parts.join('&')}` : ''}`
}
