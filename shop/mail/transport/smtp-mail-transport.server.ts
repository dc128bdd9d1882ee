import { createTransport } from 'nodemailer'
import type { ShopIdentity } from '#shop/identity/shop-identity.ts'
import { composeMessage } from './mail-transport.server.ts'
import type { MailTransport } from './mail-transport.server.ts'

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
export function smtpMailTransport(options: { smtpUrl: string; identity: ShopIdentity }): MailTransport {
  const transport = createTransport({ url: options.smtpUrl, ...TIMEOUTS })
  return {
    async send(mail, signal) {
      await transport.sendMail({ ...composeMessage(mail, options.identity), signal })
    },
    close: () => transport.close(),
  }
}
