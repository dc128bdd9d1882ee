import { createHash } from 'node:crypto'
import { opendir, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import { writeFileAtomically } from '#platform/files/atomic-write.server.ts'
import { decodeMail } from './decode-mail.server.ts'
import { composeMessage } from './mail-transport.server.ts'
import type { MailSender, MailTransport, OutgoingMail } from './mail-transport.server.ts'

type FolderMailTransportOptions = MailSender & { folder: string; log: Pick<Logger, 'info'> }

/** Emails contain addresses and links. */
const OWNER_ONLY_FILE_MODE = 0o600

/** The identity is read for each email, because the owner may change it. */
export function folderMailTransport(options: FolderMailTransportOptions): MailTransport {
  const { folder, log } = options
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const logo = (await options.readLogo?.()) ?? null
      const { message } = await composer.sendMail(composeMessage(mail, options.identity, logo))
      const file = join(folder, emlFileName(mail))
      await writeFileAtomically(file, message as Buffer, OWNER_ONLY_FILE_MODE)
      log.info({ file }, `Mail written: ${mail.kind}`)
    },
    deleteKept: (fits) => deleteMailFiles(folder, fits),
    close() {},
  }
}

/** Keeps one file at a time in memory. */
async function deleteMailFiles(folder: string, fits: (text: string) => boolean): Promise<number> {
  let deleted = 0
  for await (const entry of await openFolder(folder)) {
    if (!entry.isFile() || !entry.name.endsWith('.eml')) continue
    const file = join(folder, entry.name)
    if (!fits(decodeMail(await readFile(file)))) continue
    await unlink(file)
    deleted += 1
  }
  return deleted
}

/** The folder is created with the first email. */
const openFolder = (folder: string) =>
  opendir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })

/** Depends on the email only, so a retry overwrites its file. */
export function emlFileName({
  kind,
  messageId,
  date,
}: Pick<OutgoingMail, 'kind' | 'messageId' | 'date'>): string {
  const time = date.toISOString().replace(/\.\d+/, '').replaceAll(':', '-')
  return `${time}-${kind}-${createHash('sha256').update(messageId).digest('hex').slice(0, 12)}.eml`
}
