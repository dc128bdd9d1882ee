import type { RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type ConnectionTimeouts = {
  /** How long a client may take before it reads a part of a response. */
  unreadMs: number
  /** A connection without a request is closed after this time, or up to one sweep later. */
  idleMs: number
  sweepMs: number
}
export const CONNECTION_TIMEOUTS: ConnectionTimeouts = { unreadMs: 30_000, idleMs: 10_000, sweepMs: 5_000 }

type Connection = { lastResponse: ServerResponse | null; bytesRead: number; idleSweeps: number }

/**
 * Closes idle connections, and those whose client does not read the response. One sweep checks all, because Node's own timeouts set timers
 * for each request: a fifteenth of the cost of a cached page. Incomplete first requests are subject to Node's `headersTimeout`.
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
      // Before it reports the timeout, Node checks what the client has read.
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
