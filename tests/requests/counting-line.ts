import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

const QUERY = 'Q'.charCodeAt(0)
const SYNC = 'S'.charCodeAt(0)
const READY = 'Z'.charCodeAt(0)
const PROTOCOL_3 = 3 << 16
const LENGTH_BYTES = 4

/**
 * A line to a database that counts how often the shop asks it and waits, by the role of the connection that asks:
 * several statements that are sent together are one wait.
 */
export async function countingLine(url: string) {
  const target = new URL(url)
  const open = new Set<Socket>()
  const waits = new Map<string, number>()
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    let role = ''
    let unanswered = 0
    let hasSaidWho = false
    const readAsked = messageReader({ startsWithoutLetter: true }, (letter, body) => {
      if (letter === null && body.readUInt32BE(0) === PROTOCOL_3) role = /\brole=(\w+)/.exec(body.toString('latin1'))?.[1] ?? ''
      if (letter !== QUERY && letter !== SYNC) return
      // A new connection is asked once who it is, whichever page happens to need it first.
      if (!hasSaidWho) return void (hasSaidWho = true)
      if (unanswered === 0) waits.set(role, (waits.get(role) ?? 0) + 1)
      unanswered += 1
    })
    const readAnswered = messageReader({ startsWithoutLetter: false }, (letter) => {
      // The first of these ends the greeting, which nobody has asked for.
      if (letter === READY) unanswered = Math.max(0, unanswered - 1)
    })
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => open.delete(socket))
    }
    near.on('data', readAsked)
    far.on('data', readAnswered)
    near.pipe(far)
    far.pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const here = new URL(url)
  here.port = String((server.address() as AddressInfo).port)
  return {
    url: here.href,
    waitsOf: (roles: readonly string[]) => roles.reduce((sum, role) => sum + (waits.get(role) ?? 0), 0),
    close() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

/** Reads PostgreSQL's messages however they are cut into chunks; a client's first has its length alone before it, and no letter. */
function messageReader({ startsWithoutLetter }: { startsWithoutLetter: boolean }, onMessage: (letter: number | null, body: Buffer) => void) {
  let kept: Buffer = Buffer.alloc(0)
  let isFirst = startsWithoutLetter
  return (chunk: Buffer) => {
    kept = Buffer.concat([kept, chunk])
    for (;;) {
      const start = isFirst ? 0 : 1
      if (kept.length < start + LENGTH_BYTES) return
      const end = start + kept.readUInt32BE(start)
      if (kept.length < end) return
      onMessage(isFirst ? null : kept[0]!, kept.subarray(start + LENGTH_BYTES, end))
      kept = kept.subarray(end)
      isFirst = false
    }
  }
}
