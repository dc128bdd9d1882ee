import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** How many bytes of a connection's request and of its answer get through before the line is cut; null lets all through. */
export type ByteLimits = { request: number | null; answer: number | null }

/** A line to the shop on this machine that breaks where it is told to. */
export async function startDisconnectingProxy(url: string) {
  const target = new URL(url)
  const open = new Set<Socket>()
  let cut: () => ByteLimits = () => ({ request: null, answer: null })
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    const { request, answer } = cut()
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => open.delete(socket))
    }
    carry(near, far, request)
    carry(far, near, answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  function carry(from: Socket, to: Socket, bytes: number | null) {
    let left = bytes ?? Infinity
    from.on('data', (chunk: Buffer) => {
      const part = chunk.subarray(0, left)
      left -= part.length
      // What was let through arrives; then both ends are gone without a word.
      if (left > 0) to.write(part)
      else to.write(part, () => [from, to].forEach((socket) => socket.destroy()))
    })
    from.on('end', () => to.end())
    from.on('close', () => to.destroy())
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Asked for each new connection. */
    disconnectAfter: (next: () => ByteLimits) => void (cut = next),
    close() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
