import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MailKind } from '#shop/mail/mail-kinds.ts'
import { readEml, type ReadMail } from '../eml.ts'

const COMES_WITHIN_MILLISECONDS = 15_000

/** The mails that a shop without SMTP_URL has written (D4). */
export class MailFolder {
  readonly path: string
  readonly #read = new Map<string, ReadMail>()

  constructor(dataDir: string) {
    this.path = join(dataDir, 'mail')
  }

  /** Every finished mail of a kind, oldest first. */
  all(kind: MailKind): ReadMail[] {
    const names = this.names().filter((name) => name.endsWith('.eml') && name.includes(`-${kind}-`))
    return names.sort().map((name) => {
      const mail = this.#read.get(name) ?? readEml(readFileSync(join(this.path, name)))
      this.#read.set(name, mail)
      return mail
    })
  }

  names(): string[] {
    return existsSync(this.path) ? readdirSync(this.path) : []
  }

  to(kind: MailKind, address: string): ReadMail[] {
    return this.all(kind).filter((mail) => mail.header('to')?.includes(`<${address}>`) || mail.header('to') === address)
  }

  /** The first mail of a kind to somebody, as soon as it is there. */
  async next(kind: MailKind, address: string): Promise<ReadMail> {
    const until = Date.now() + COMES_WITHIN_MILLISECONDS
    while (Date.now() < until) {
      const [mail] = this.to(kind, address)
      if (mail) return mail
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`No mail '${kind}' to ${address} was written.`)
  }
}
