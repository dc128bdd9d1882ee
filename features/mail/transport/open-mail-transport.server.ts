import { join } from 'node:path'
import type { Logger } from 'pino'
import { folderMailTransport } from './folder-mail-transport.server.ts'
import type { MailSender } from './mail-transport.server.ts'
import { smtpMailTransport } from './smtp-mail-transport.server.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import type { Settings } from '#platform/settings/environment-settings.ts'

type MailSettings = MailSender & Partial<Pick<Settings, 'smtpUrl'>>

/** Uses SMTP if `SMTP_URL` is set, otherwise one file per email in `DATA_DIR/mail`. */
export function openMailTransport(
  settings: MailSettings,
  dataDirectory: { path: string },
  log: Logger,
): ShopDependencies['mail'] {
  const { smtpUrl } = settings
  const sender = {
    get identity() {
      return settings.identity
    },
    readLogo: async () => (await settings.readLogo?.()) ?? null,
  }
  if (smtpUrl)
    return {
      route: { kind: 'server', server: smtpServer(smtpUrl) },
      transport: smtpMailTransport(Object.assign(sender, { smtpUrl })),
    }
  const folder = join(dataDirectory.path, 'mail')
  return {
    route: { kind: 'files', folder },
    transport: folderMailTransport(Object.assign(sender, { folder, log })),
  }
}

/** Host and port only, because the URL contains a password. */
function smtpServer(smtpUrl: string): string {
  const { hostname, port, protocol } = new URL(smtpUrl)
  return `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`
}
