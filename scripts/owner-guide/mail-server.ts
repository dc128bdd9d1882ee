import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

/** Accepts every email except those to one address, and keeps none. */
export async function startMailServer(refusedAddress: string) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    const reply = (line: string) => socket.writable && socket.write(`${line}\r\n`)
    let received = ''
    let isContent = false
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1')
      for (let end = received.indexOf('\r\n'); end >= 0; end = received.indexOf('\r\n')) {
        const line = received.slice(0, end)
        received = received.slice(end + 2)
        if (isContent) {
          if (line !== '.') continue
          isContent = false
          reply('250 Ok')
        } else if (/^DATA/i.test(line)) {
          isContent = true
          reply('354 Go on')
        } else if (/^RCPT/i.test(line) && line.includes(refusedAddress)) reply('550 5.1.1 No such mailbox')
        else if (/^QUIT/i.test(line)) socket.end('221 Bye\r\n')
        else reply('250 Ok')
      }
    })
    reply('220 mail.example ESMTP')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
