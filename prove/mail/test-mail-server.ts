import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { pickRandom, type Random } from '#prove/runner/seeded-random.ts'

export type AcceptedMail = { messageId: string; to: string; at: number }
const STEPS = ['greeting', 'MAIL', 'RCPT', 'DATA', '.'] as const
type ServerMode =
  | 'accepting'
  | 'refusing'
  | 'hanging'
  | { refuses: number; random: Random; acceptDelayMs?: number }

export async function startTestMailServer() {
  const acceptedMails: AcceptedMail[] = []
  const sockets = new Set<Socket>()
  let mode: ServerMode = 'accepting'
  let [refused, greeted] = [0, 0]
  const pickFailingStep = (): (typeof STEPS)[number] | undefined => {
    if (mode === 'refusing' || mode === 'hanging') return 'greeting'
    if (mode === 'accepting') return undefined
    return mode.random() < mode.refuses ? pickRandom(STEPS, mode.random) : undefined
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    greeted += 1
    const failingStep = pickFailingStep()
    const isHanging = mode === 'hanging'
    const reply = (text: string) => socket.writable && socket.write(`${text}\r\n`)
    const answer = (step: (typeof STEPS)[number], yes: string) => {
      if (failingStep !== step) return void reply(yes)
      if (isHanging) return
      refused += 1
      reply('451 Not now')
      socket.end()
    }
    let [text, to, isData] = ['', '', false]
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1')
      for (;;) {
        const end = text.indexOf(isData ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const command = text.slice(0, end)
        text = text.slice(end + (isData ? 5 : 2))
        if (isData) {
          isData = false
          const messageId = /^message-id:\s*(\S+)/im.exec(command)?.[1] ?? ''
          if (failingStep !== '.') acceptedMails.push({ messageId, to, at: performance.now() })
          setTimeout(() => answer('.', '250 Taken'), typeof mode === 'string' ? 0 : mode.acceptDelayMs)
        } else if (/^(EHLO|HELO)/i.test(command)) reply('250 mail.example')
        else if (/^MAIL/i.test(command)) answer('MAIL', '250 Ok')
        else if (/^RCPT/i.test(command)) {
          to = /<([^>]*)>/.exec(command)?.[1] ?? ''
          answer('RCPT', '250 Ok')
        } else if (/^DATA/i.test(command)) {
          isData = failingStep !== 'DATA'
          answer('DATA', '354 Go on')
        } else if (/^QUIT/i.test(command)) socket.end('221 Bye\r\n')
        else reply('250 Ok')
      }
    })
    answer('greeting', '220 mail.example ESMTP')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    acceptedMails,
    refused: () => refused,
    greeted: () => greeted,
    async waitUntilDisconnected() {
      for (const socket of sockets)
        if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve))
    },
    setMode: (next: ServerMode) => void (mode = next),
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
