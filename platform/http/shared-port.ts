import cluster from 'node:cluster'
import type { Server } from 'node:http'
import { createServer, type AddressInfo, type ListenOptions, type Server as Listener } from 'node:net'

/** Node accepts one connection per listener in a turn of the event loop, however many wait. */
const LISTENERS = 8
const additionalListeners = new WeakMap<Server, readonly Listener[]>()

/**
 * Listens several times on one port if the system allows it: otherwise a client's thousand connections would
 * be accepted and answered one by one, before anybody else's.
 */
export async function listenOnSharedPort(
  server: Server,
  options: ListenOptions & { port: number },
): Promise<number> {
  // A worker process gets its connections from the primary process.
  if (process.platform !== 'linux' || cluster.isWorker) return startListening(server, options)
  // This detects a port in use, which shared listeners would not.
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
