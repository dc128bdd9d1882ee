import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import { KEEP_ALIVE_TIMEOUT_MS } from '#server/http/http-server.ts'

export type CachedResponse = {
  readonly status: number
  /** Names and values in turn, as `writeHead` takes them. */
  readonly headers: string[]
  body: Buffer | null
  /** A page that is made for one reader is not copied for the next. */
  wasSent: boolean
  /** As it goes over a connection that stays open, once somebody has asked again over one. */
  serialised: SerialisedResponse | null
}
type SerialisedResponse = {
  /** Head and body in one piece, of which the body above is a part then. */
  bytes: Buffer
  headLength: number
  dateOffset: number
  /** The second that its date says. */
  second: number
  /** Somebody who reads slowly still needs the bytes as they are. */
  isBeingWritten: boolean
}

export const createCachedResponse = (status: number, headers: string[], body: Buffer | null): CachedResponse => ({ status, headers, body, wasSent: false, serialised: null })

/**
 * Answers a GET or HEAD. Where the connection stays open and it is this answer's turn on it, the bytes go straight into it:
 * `writeHead` and `end` would check and join the same headers each time. All else, as a last answer, one that waits for
 * those before it, one to a request with a body, and what is sent for the first time, is left to them.
 */
export function sendCachedResponse(request: IncomingMessage, response: ServerResponse, answer: CachedResponse) {
  const { socket } = response
  const isHead = request.method === 'HEAD'
  const { wasSent } = answer
  answer.wasSent = true
  // Headers that somebody has set before, as that this answer is the last, are not in those bytes.
  if (!wasSent || !socket?.writable || !request.readableEnded || !response.shouldKeepAlive || response.getHeaderNames().length > 0) {
    response.writeHead(answer.status, answer.headers)
    if (isHead || answer.body === null) response.end()
    else response.end(answer.body)
    return
  }
  const serialised = serialisedWithDate(answer)
  socket.write(isHead ? serialised.bytes.subarray(0, serialised.headLength) : serialised.bytes)
  // This is what node:http waits for to give the connection to the next request.
  const written = (problem?: Error | null) => void (problem || response.emit('finish'))
  if (socket.writableLength === 0) return written(socket.errored)
  serialised.isBeingWritten = true
  // An empty write is over once all before it is; asking that of each write would cost each answer a turn of its own.
  return void socket.write('', written)
}

/** A date is as long in every second, so that it is written over the one before. */
function serialisedWithDate(answer: CachedResponse): SerialisedResponse {
  const now = Math.floor(Date.now() / 1000)
  const serialised = (answer.serialised ??= serialise(answer))
  if (serialised.second === now) return serialised
  if (serialised.isBeingWritten) Object.assign(serialised, { bytes: concatUnpooled([serialised.bytes]), isBeingWritten: false })
  serialised.bytes.write(new Date(now * 1000).toUTCString(), serialised.dateOffset, 'latin1')
  serialised.second = now
  // Not kept twice.
  if (answer.body !== null) answer.body = serialised.bytes.subarray(serialised.headLength)
  return serialised
}

function serialise({ status, headers, body }: CachedResponse): SerialisedResponse {
  const opening = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ndate: `
  const named = headers.flatMap((name, offset) => (offset % 2 === 0 ? [`${name}: ${headers[offset + 1]}`] : []))
  const staysOpen = ['connection: keep-alive', `keep-alive: timeout=${KEEP_ALIVE_TIMEOUT_MS / 1000}`]
  const head = Buffer.from([opening + new Date(0).toUTCString(), ...named, ...staysOpen, '\r\n'].join('\r\n'), 'latin1')
  return { bytes: concatUnpooled([head, body ?? Buffer.alloc(0)]), headLength: head.length, dateOffset: opening.length, second: 0, isBeingWritten: false }
}

/** In memory of their own: a piece of Node's common pool would keep all of that piece's neighbours. */
function concatUnpooled(parts: readonly Buffer[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(parts.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const part of parts) offset += part.copy(bytes, offset)
  return bytes
}
