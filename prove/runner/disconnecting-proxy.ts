import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Bytes that are forwarded before the connection is cut; null forwards all. */
export type ByteLimits = { request: number | null; answer: number | null }

export async function startDisconnectingProxy(url: string) {
  const target = new URL(url)
  const open = new Set<Socket>()
  let limitsFor: () => ByteLimits = () => ({ request: null, answer: null })
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    const { request, answer } = limitsFor()
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => open.delete(socket))
    }
    forward(client, upstream, request)
    forward(upstream, client, answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  function forward(from: Socket, to: Socket, bytes: number | null) {
    let remaining = bytes ?? Infinity
    from.on('data', (chunk: Buffer) => {
      const allowed = chunk.subarray(0, remaining)
      remaining -= allowed.length
      if (remaining > 0) to.write(allowed)
      else to.write(allowed, () => [from, to].forEach((socket) => socket.destroy()))
    })
    from.on('end', () => to.end())
    from.on('close', () => to.destroy())
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    disconnectAfter: (next: () => ByteLimits) => void (limitsFor = next),
    close() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
