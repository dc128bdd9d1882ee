import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import { KEEP_ALIVE_MILLISECONDS } from '#server/http/http-server.ts'

export type ReadyAnswer = {
  readonly status: number
  /** Names and values in turn, as `writeHead` takes them. */
  readonly headers: string[]
  body: Buffer | null
  /** A page that is made for one reader is not copied for the next. */
  wasSent: boolean
  /** As it goes over a connection that stays open, once somebody has asked again over one. */
  whole: Whole | null
}
type Whole = {
  /** Head and body in one piece, of which the body above is a part then. */
  bytes: Buffer
  headLength: number
  datePlace: number
  /** The second that its date says. */
  second: number
  /** Somebody who reads slowly still needs the bytes as they are. */
  isLent: boolean
}

export const readyAnswer = (status: number, headers: string[], body: Buffer | null): ReadyAnswer => ({ status, headers, body, wasSent: false, whole: null })

/**
 * Answers a GET or HEAD. Where the connection stays open and it is this answer's turn on it, the bytes go straight into it:
 * `writeHead` and `end` would check and join the same headers each time. All else, as a last answer, one that waits for
 * those before it, one to a request with a body, and what is sent for the first time, is left to them.
 */
export function sendReady(request: IncomingMessage, response: ServerResponse, answer: ReadyAnswer) {
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
  const whole = wholeNow(answer)
  socket.write(isHead ? whole.bytes.subarray(0, whole.headLength) : whole.bytes)
  // This is what node:http waits for to give the connection to the next request.
  const written = (problem?: Error | null) => void (problem || response.emit('finish'))
  if (socket.writableLength === 0) return written(socket.errored)
  whole.isLent = true
  // An empty write is over once all before it is; asking that of each write would cost each answer a turn of its own.
  return void socket.write('', written)
}

/** A date is as long in every second, so that it is written over the one before. */
function wholeNow(answer: ReadyAnswer): Whole {
  const now = Math.floor(Date.now() / 1000)
  const whole = (answer.whole ??= wholeOf(answer))
  if (whole.second === now) return whole
  if (whole.isLent) Object.assign(whole, { bytes: inOnePiece([whole.bytes]), isLent: false })
  whole.bytes.write(new Date(now * 1000).toUTCString(), whole.datePlace, 'latin1')
  whole.second = now
  // Not kept twice.
  if (answer.body !== null) answer.body = whole.bytes.subarray(whole.headLength)
  return whole
}

function wholeOf({ status, headers, body }: ReadyAnswer): Whole {
  const opening = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ndate: `
  const named = headers.flatMap((name, place) => (place % 2 === 0 ? [`${name}: ${headers[place + 1]}`] : []))
  const staysOpen = ['connection: keep-alive', `keep-alive: timeout=${KEEP_ALIVE_MILLISECONDS / 1000}`]
  const head = Buffer.from([opening + new Date(0).toUTCString(), ...named, ...staysOpen, '\r\n'].join('\r\n'), 'latin1')
  return { bytes: inOnePiece([head, body ?? Buffer.alloc(0)]), headLength: head.length, datePlace: opening.length, second: 0, isLent: false }
}

/** In memory of their own: a piece of Node's common pool would keep all of that piece's neighbours. */
function inOnePiece(parts: readonly Buffer[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(parts.reduce((sum, { length }) => sum + length, 0))
  let place = 0
  for (const part of parts) place += part.copy(bytes, place)
  return bytes
}
