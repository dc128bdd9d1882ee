import type { RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type ConnectionTimeouts = {
  /** A client may take this long before it reads a part of a response. */
  unreadMs: number
  /** A connection without a request is closed after this long, or up to a sweep later. */
  idleMs: number
  sweepMs: number
}
export const CONNECTION_TIMEOUTS: ConnectionTimeouts = { unreadMs: 30_000, idleMs: 10_000, sweepMs: 5_000 }

type Connection = { lastResponse: ServerResponse | null; bytesRead: number; idleSweeps: number }

/**
 * Closes idle connections, and those that read nothing of a response. A sweep looks at all of them, because Node's own
 * timeouts (`keepAliveTimeout`, `server.timeout`) set timers for each request: a fifteenth of the cost of a cached page.
 * A connection without a complete first request has Node's `headersTimeout`.
 */
export function closeUnusedConnections(
  server: Server,
  { unreadMs, idleMs, sweepMs }: ConnectionTimeouts,
): { trackRequests: (listener: RequestListener) => RequestListener } {
  const connections = new Map<Socket, Connection>()
  server.on('connection', (socket) => {
    connections.set(socket, { lastResponse: null, bytesRead: 0, idleSweeps: 0 })
    socket.once('close', () => connections.delete(socket))
  })

  function closeIfIdle(socket: Socket, connection: Connection) {
    const isIdle =
      connection.lastResponse?.writableFinished === true && connection.bytesRead === socket.bytesRead
    connection.bytesRead = socket.bytesRead
    connection.idleSweeps = isIdle ? connection.idleSweeps + 1 : 0
    if (connection.idleSweeps >= idleMs / sweepMs) socket.destroy()
  }

  const sweep = setInterval(() => {
    for (const [socket, connection] of connections) {
      if (socket.writableLength === 0) closeIfIdle(socket, connection)
      // Node looks at what the client has read before it reports the timeout.
      else if (socket.timeout !== unreadMs) socket.setTimeout(unreadMs)
    }
  }, sweepMs)
  sweep.unref()
  server.once('close', () => clearInterval(sweep))
  server.on('timeout', (socket) => {
    if (socket.writableLength > 0) socket.destroy()
  })

  return {
    trackRequests: (listener) => (request, response) => {
      const connection = connections.get(request.socket)
      if (connection) connection.lastResponse = response
      listener(request, response)
    },
  }
}
