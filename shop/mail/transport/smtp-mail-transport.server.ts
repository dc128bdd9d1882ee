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

/** `smtps://user:password@mail.example:465`; one connection per email. */
export function smtpMailTransport({
  smtpUrl,
  identity,
}: {
  smtpUrl: string
  identity: ShopIdentity
}): MailTransport {
  const transport = createTransport({ url: smtpUrl, ...TIMEOUTS })
  return {
    async send(mail, signal) {
      await transport.sendMail({ ...composeMessage(mail, identity), signal })
    },
    close: () => transport.close(),
  }
}
