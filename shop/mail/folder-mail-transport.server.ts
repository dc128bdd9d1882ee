import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import type { ShopIdentity } from '../identity.ts'
import { composeMessage } from './mail-transport.server.ts'
import type { MailTransport, OutgoingMail } from './mail-transport.server.ts'

type Parts = { folder: string; identity: ShopIdentity; log: Pick<Logger, 'info'> }

/** Writes each mail as an `.eml` file, which any mail program opens, and logs a line (D4). */
export function folderMailTransport({ folder, identity, log }: Parts): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const { message } = await composer.sendMail(composeMessage(mail, identity))
      const name = fileNameOf(mail)
      await writeWhole(folder, name, message as Buffer)
      log.info({ file: join(folder, name) }, `Mail written: ${mail.kind}`)
    },
    close() {},
  }
}

/** Made from the mail alone: the same mail sent again writes the same file again. */
export function fileNameOf({ kind, messageId, date }: Pick<OutgoingMail, 'kind' | 'messageId' | 'date'>): string {
  const time = date.toISOString().replace(/\.\d+/, '').replaceAll(':', '-')
  return `${time}-${kind}-${createHash('sha256').update(messageId).digest('hex').slice(0, 12)}.eml`
}

async function writeWhole(folder: string, name: string, bytes: Buffer) {
  await mkdir(folder, { recursive: true })
  const temporary = join(folder, `.${randomUUID()}.part`)
  try {
    // The mail holds an address and links: it is for the shop's own user alone.
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, join(folder, name))
  } catch (cause) {
    await rm(temporary, { force: true })
    throw cause
  }
}
