import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import { KEEP_ALIVE_TIMEOUT_MS } from '#server/http/http-server.ts'

export type CachedResponse = {
  readonly status: number
  /** Alternating names and values, as `writeHead` takes them. */
  readonly headers: string[]
  body: Buffer | null
  /** Serialised only from the second time, so that responses sent once are not copied. */
  wasSent: boolean
  /** The bytes for a keep-alive connection, from the second time. */
  serialised: SerialisedResponse | null
}
type SerialisedResponse = {
  /** Head and body; `body` above is a view of it. */
  bytes: Buffer
  headLength: number
  dateOffset: number
  /** Second of its Date header. */
  second: number
  /** A slow connection still needs the bytes unchanged. */
  isBeingWritten: boolean
}

export const createCachedResponse = (
  status: number,
  headers: string[],
  body: Buffer | null,
): CachedResponse => ({ status, headers, body, wasSent: false, serialised: null })

/**
 * Answers a GET or HEAD. On a free keep-alive connection the bytes are written to the socket, because `writeHead` and `end`
 * would validate and join the same headers each time. All other cases, and the first time, are left to node:http.
 */
export function sendCachedResponse(
  request: IncomingMessage,
  response: ServerResponse,
  cached: CachedResponse,
) {
  const { socket } = response
  const isHead = request.method === 'HEAD'
  const { wasSent } = cached
  cached.wasSent = true
  // Headers that were set before, such as Connection: close, are not in those bytes.
  if (
    !wasSent ||
    !socket?.writable ||
    !request.readableEnded ||
    !response.shouldKeepAlive ||
    response.getHeaderNames().length > 0
  ) {
    response.writeHead(cached.status, cached.headers)
    if (isHead || cached.body === null) response.end()
    else response.end(cached.body)
    return
  }
  const serialised = serialisedWithDate(cached)
  socket.write(isHead ? serialised.bytes.subarray(0, serialised.headLength) : serialised.bytes)
  // node:http waits for this event before it serves the next request of the connection.
  const written = (problem?: Error | null) => void (problem || response.emit('finish'))
  if (socket.writableLength === 0) return written(socket.errored)
  serialised.isBeingWritten = true
  // The callback of an empty write runs once all bytes before it are written; a callback for each write would cost each
  // response a tick.
  return void socket.write('', written)
}

/** Overwrites the Date header, whose length never changes. */
function serialisedWithDate(cached: CachedResponse): SerialisedResponse {
  const now = Math.floor(Date.now() / 1000)
  const serialised = (cached.serialised ??= serialise(cached))
  if (serialised.second === now) return serialised
  if (serialised.isBeingWritten)
    Object.assign(serialised, { bytes: concatUnpooled([serialised.bytes]), isBeingWritten: false })
  serialised.bytes.write(new Date(now * 1000).toUTCString(), serialised.dateOffset, 'latin1')
  serialised.second = now
  // A view, so that the body is not held twice.
  if (cached.body !== null) cached.body = serialised.bytes.subarray(serialised.headLength)
  return serialised
}

function serialise({ status, headers, body }: CachedResponse): SerialisedResponse {
  const opening = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ndate: `
  const named = headers.flatMap((name, offset) =>
    offset % 2 === 0 ? [`${name}: ${headers[offset + 1]}`] : [],
  )
  const staysOpen = ['connection: keep-alive', `keep-alive: timeout=${KEEP_ALIVE_TIMEOUT_MS / 1000}`]
  const head = Buffer.from(
    [opening + new Date(0).toUTCString(), ...named, ...staysOpen, '\r\n'].join('\r\n'),
    'latin1',
  )
  return {
    bytes: concatUnpooled([head, body ?? Buffer.alloc(0)]),
    headLength: head.length,
    dateOffset: opening.length,
    second: 0,
    isBeingWritten: false,
  }
}

/** Not from Node's buffer pool, where a small slice keeps a whole block alive. */
function concatUnpooled(parts: readonly Buffer[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(parts.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const part of parts) offset += part.copy(bytes, offset)
  return bytes
}
