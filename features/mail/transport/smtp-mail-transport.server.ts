import { createTransport } from 'nodemailer'
import { composeMessage } from './mail-transport.server.ts'
import type { MailSender, MailTransport } from './mail-transport.server.ts'

/** The email is retried after a timeout. */
const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  socketCloseTimeout: 1_000,
}

/**
 * `smtps://user:password@mail.example:465`; one connection per email. The identity is read for each email, because
 * the owner may change it.
 */
export function smtpMailTransport(options: MailSender & { smtpUrl: string }): MailTransport {
  const transport = createTransport({ url: options.smtpUrl, ...TIMEOUTS })
  return {
    async send(mail, signal) {
      const logo = (await options.readLogo?.()) ?? null
      await transport.sendMail({ ...composeMessage(mail, options.identity, logo), signal })
    },
    close: () => transport.close(),
  }
}
