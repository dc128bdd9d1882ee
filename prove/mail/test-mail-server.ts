import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { pickRandom, type Random } from '#prove/runner/seeded-random.ts'

/** A mail that the server has said yes to. */
export type AcceptedMail = { messageId: string; to: string; at: number }
/** At which step it says no, or falls silent: before the greeting, or after the command. */
const STEPS = ['greeting', 'MAIL', 'RCPT', 'DATA', '.'] as const
type ServerMode = 'taking' | 'refusing' | 'hanging' | { refuses: number; random: Random; acceptDelayMs?: number }

/** A mail server of this machine, which speaks as much SMTP as nodemailer does, and says no as often as it is told to. */
export async function startTestMailServer() {
  const taken: AcceptedMail[] = []
  const lines = new Set<Socket>()
  let way: ServerMode = 'taking'
  let [refused, greeted] = [0, 0]
  /** Decided anew for each connection: the step at which this one ends badly. */
  const fateOf = (): (typeof STEPS)[number] | undefined => {
    if (way === 'refusing' || way === 'hanging') return 'greeting'
    if (way === 'taking') return undefined
    return way.random() < way.refuses ? pickRandom(STEPS, way.random) : undefined
  }
  const server = createServer((socket) => {
    lines.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => lines.delete(socket))
    greeted += 1
    const fate = fateOf()
    const isHanging = way === 'hanging'
    const say = (line: string) => socket.writable && socket.write(`${line}\r\n`)
    const answer = (step: (typeof STEPS)[number], yes: string) => {
      if (fate !== step) return void say(yes)
      if (isHanging) return
      refused += 1
      say('451 Not now')
      socket.end()
    }
    let [text, to, isData] = ['', '', false]
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1')
      for (;;) {
        const end = text.indexOf(isData ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const part = text.slice(0, end)
        text = text.slice(end + (isData ? 5 : 2))
        if (isData) {
          isData = false
          const messageId = /^message-id:\s*(\S+)/im.exec(part)?.[1] ?? ''
          if (fate !== '.') taken.push({ messageId, to, at: performance.now() })
          setTimeout(() => answer('.', '250 Taken'), typeof way === 'string' ? 0 : way.acceptDelayMs)
        } else if (/^(EHLO|HELO)/i.test(part)) say('250 mail.example')
        else if (/^MAIL/i.test(part)) answer('MAIL', '250 Ok')
        else if (/^RCPT/i.test(part)) {
          to = /<([^>]*)>/.exec(part)?.[1] ?? ''
          answer('RCPT', '250 Ok')
        } else if (/^DATA/i.test(part)) {
          isData = fate !== 'DATA'
          answer('DATA', '354 Go on')
        } else if (/^QUIT/i.test(part)) socket.end('221 Bye\r\n')
        else say('250 Ok')
      }
    })
    answer('greeting', '220 mail.example ESMTP')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    refused: () => refused,
    /** How many lines were opened to it. */
    greeted: () => greeted,
    /** Once nobody has a line to it any more. */
    async isLeft() {
      for (const line of lines) if (!line.closed) await new Promise((resolve) => line.once('close', resolve))
    },
    become: (next: ServerMode) => void (way = next),
    close() {
      for (const line of lines) line.destroy()
      server.close()
    },
  }
}
