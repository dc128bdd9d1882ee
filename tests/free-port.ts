import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that systems hand to outgoing connections: one of those could take the port again before it is used. */
const LOWEST = 10_240
const HIGHEST = 32_767

/** A port of this machine on which nothing listens, for a server that starts a moment later. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST + 1)
    const listener = createServer().listen(port, '127.0.0.1')
    const isFree = await once(listener, 'listening').then(() => true, () => false)
    if (!isFree) continue
    listener.close()
    await once(listener, 'close')
    return port
  }
}
