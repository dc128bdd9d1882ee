import cluster from 'node:cluster'
import type { Server } from 'node:http'
import { createServer, type AddressInfo, type ListenOptions, type Server as Listener } from 'node:net'

/** Node accepts one connection of each listener in a turn of the event loop, however many wait. */
const LISTENERS = 8
const additionalListeners = new WeakMap<Server, readonly Listener[]>()

/**
 * Listens, where the system allows it, with several listeners on one port: somebody's thousand connections would
 * otherwise be accepted one by one, each with its answer, before the connection of anybody else.
 */
export async function listenOnSharedPort(
  server: Server,
  options: ListenOptions & { port: number },
): Promise<number> {
  // A worker process gets its connections from the primary process.
  if (process.platform !== 'linux' || cluster.isWorker) return startListening(server, options)
  // A port that another program uses is found here: shared ones would not be.
  const probe = createServer()
  const shared = { ...options, port: await startListening(probe, options), reusePort: true }
  await stopListening(probe)
  const additional = Array.from({ length: LISTENERS - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket)),
  )
  additionalListeners.set(server, additional)
  await Promise.all([server, ...additional].map((listener) => startListening(listener, shared)))
  return shared.port
}

/** Resolves when the last connection is closed. */
export async function closeSharedPort(server: Server): Promise<void> {
  await Promise.all([server, ...(additionalListeners.get(server) ?? [])].map(stopListening))
}

const startListening = (listener: Listener, options: ListenOptions) =>
  new Promise<number>((resolve, reject) => {
    listener.once('error', reject)
    listener.listen(options, () => {
      listener.off('error', reject)
      resolve((listener.address() as AddressInfo).port)
    })
  })

const stopListening = (listener: Listener) => new Promise<void>((resolve) => listener.close(() => resolve()))
