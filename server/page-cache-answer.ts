import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import { KEEP_ALIVE_MILLISECONDS } from './http-server.ts'

export type ReadyAnswer = {
  readonly status: number
  /** Names and values in turn, as `writeHead` takes them. */
  readonly headers: string[]
  readonly body: Buffer | null
  /** What goes before the body over a connection that stays open. */
  readonly head: () => Buffer
}

export const readyAnswer = (status: number, headers: string[], body: Buffer | null): ReadyAnswer => ({ status, headers, body, head: headOf(status, headers) })

/** Made anew in each second that somebody asks in, for it says what time it is. */
function headOf(status: number, headers: readonly string[]): () => Buffer {
  let second = -1
  let bytes = Buffer.alloc(0)
  return () => {
    const now = Math.floor(Date.now() / 1000)
    if (now === second) return bytes
    const named = headers.flatMap((name, place) => (place % 2 === 0 ? [`${name}: ${headers[place + 1]}`] : []))
    const text = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...named,
      `date: ${new Date(now * 1000).toUTCString()}`,
      'connection: keep-alive',
      `keep-alive: timeout=${KEEP_ALIVE_MILLISECONDS / 1000}`,
      '\r\n',
    ].join('\r\n')
    // Memory of its own: a piece of Node's common pool would keep all of that piece's neighbours.
    bytes = Buffer.allocUnsafeSlow(text.length)
    bytes.write(text, 'latin1')
    second = now
    return bytes
  }
}

/**
 * Answers a GET or HEAD. Where the connection stays open and it is this answer's turn on it, the bytes go straight into it:
 * `writeHead` and `end` would check and join the same headers each time. All else, as a last answer and one that waits for
 * those before it, is left to them.
 */
export function sendReady(request: IncomingMessage, response: ServerResponse, { status, headers, body, head }: ReadyAnswer) {
  const { socket } = response
  const shown = request.method === 'HEAD' ? null : body
  // Headers that somebody has set before, as that this answer is the last, are not in those bytes.
  if (!socket?.writable || !response.shouldKeepAlive || response.getHeaderNames().length > 0) {
    response.writeHead(status, headers)
    if (shown === null) response.end()
    else response.end(shown)
    return
  }
  // This is what node:http waits for to give the connection to the next request.
  const written = (problem?: Error | null) => void (problem || response.emit('finish'))
  if (shown === null) return void socket.write(head(), written)
  // In one write.
  socket.cork()
  socket.write(head())
  socket.write(shown, written)
  socket.uncork()
}
