import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { demonstrationIdentity } from '#shop/identity/shop-identity.ts'
import { parseEml } from '#tests/fixtures/mails/parse-eml.ts'
import { verifyAddressEmail } from '#features/mail/templates/account-emails.ts'
import { smtpMailTransport } from './smtp-mail-transport.server.ts'

const servers: { server: Server; sockets: Set<Socket> }[] = []
afterEach(() => {
  for (const { server, sockets } of servers.splice(0)) {
    sockets.forEach((socket) => socket.destroy())
    server.close()
  }
})

async function startMailServer(answer: (command: string) => string | null | undefined = () => undefined) {
  const received: { commands: string[]; message: string } = { commands: [], message: '' }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let isData = false
    const say = (command: string, usual: string) => {
      const line = answer(command)
      if (line !== null) socket.write(`${line ?? usual}\r\n`)
    }
    say('CONNECT', '220 ready')
    socket.setEncoding('latin1').on('error', () => {})
    socket.on('data', (chunk: string) => {
      if (isData) {
        received.message += chunk
        if (!received.message.endsWith('\r\n.\r\n')) return
        isData = false
        return say('MESSAGE', '250 taken')
      }
      for (const command of chunk.trim().split('\r\n')) {
        received.commands.push(command)
        isData = command === 'DATA'
        say(command, isData ? '354 go on' : command === 'QUIT' ? '221 bye' : '250 ok')
      }
    })
  })
  servers.push({ server, sockets })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { received, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets }
}

const account = {
  full_name: 'Priya Nair',
  email: 'priya@shopper.example',
  url: 'https://shop.example/verify-email?token=a',
}
const mail = {
  kind: 'verify-email',
  content: verifyAddressEmail(account, { identity: demonstrationIdentity }),
  messageId: '<verify-email.1@shop.example>',
  date: new Date('2026-06-21T13:05:01Z'),
}
const send = (smtpUrl: string, signal = AbortSignal.timeout(5000)) =>
  smtpMailTransport({ smtpUrl, identity: demonstrationIdentity }).send(mail, signal)

describe('MAIL-3 Sending by SMTP_URL', () => {
  test('MAIL-3 sends from the shop to one recipient, with the given Message-ID', async () => {
    const { received, url } = await startMailServer()
    await send(url)
    expect(received.commands.filter((command) => /^(MAIL|RCPT)/.test(command))).toEqual([
      'MAIL FROM:<hello@ninthbend.example>',
      'RCPT TO:<priya@shopper.example>',
    ])
    const message = parseEml(Buffer.from(received.message, 'latin1'))
    expect(message.header('message-id')).toBe('<verify-email.1@shop.example>')
    expect(message.text).toContain(account.url)
  })

  test('a refusal contains the server’s response, so that the outbox can retry', async () => {
    const { url } = await startMailServer((command) =>
      command.startsWith('RCPT') ? '451 mailbox busy' : undefined,
    )
    await expect(send(url)).rejects.toThrow('451 mailbox busy')
    await expect(send('smtp://127.0.0.1:1')).rejects.toThrow('ECONNREFUSED')
  })

  test.each(['CONNECT', 'MESSAGE'])(
    'a server that does not respond at %s times out, and its connection is closed',
    async (silentAt) => {
      const { url, sockets } = await startMailServer((command) => (command === silentAt ? null : undefined))
      const started = performance.now()
      await expect(send(url, AbortSignal.timeout(150))).rejects.toThrow(/abort|time/i)
      expect(performance.now() - started).toBeLessThan(1500)
      await expect
        .poll(() => [...sockets].every((socket) => socket.destroyed || socket.readableEnded), {
          timeout: 3000,
        })
        .toBe(true)
    },
  )
})
