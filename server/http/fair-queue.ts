import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { addressBlock } from '#shop/accounts/rate-limits/rate-limiter.server.ts'
import { SAFETY_HEADERS } from './security-headers.ts'

/** More are begun in the next turn of the event loop, so that whatever else is ready comes in between. */
const BEGUN_IN_A_TURN = 4
/** More than any household or office asks for at once. */
export const OPEN_ANSWERS_MAX = 256

type Waiting = { request: IncomingMessage; response: ServerResponse }
type CallerOf = (request: IncomingMessage) => { ip: string; isTrusted: boolean }

/**
 * Begins requests in turn, one of each caller, however many one of them has sent. A caller with too many open answers is
 * told to come later; not so a proxy that names nobody, because it speaks for many.
 */
export function fairly(listener: RequestListener, { callerOf, openAnswersMax = OPEN_ANSWERS_MAX }: { callerOf: CallerOf; openAnswersMax?: number }): RequestListener {
  const open = new Map<string, number>()
  /** Whoever's turn is next comes first. */
  const queues = new Map<string, Waiting[]>()
  let begunInTurn = 0
  let isScheduled = false

  function begin({ request, response }: Waiting) {
    // Whoever has hung up meanwhile is not waited for.
    if (response.destroyed || request.socket.destroyed) return
    begunInTurn += 1
    listener(request, response)
  }

  function nextTurn() {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      begunInTurn = 0
      while (begunInTurn < BEGUN_IN_A_TURN && queues.size > 0) {
        const [caller, queue] = queues.entries().next().value!
        queues.delete(caller)
        begin(queue.shift()!)
        if (queue.length > 0) queues.set(caller, queue)
      }
      if (queues.size > 0) nextTurn()
    })
  }

  return (request, response) => {
    const { ip, isTrusted } = callerOf(request)
    const caller = addressBlock(ip)
    const count = (open.get(caller) ?? 0) + 1
    if (count > openAnswersMax && !isTrusted) return tooMany(response)
    open.set(caller, count)
    response.once('close', () => {
      const left = open.get(caller)! - 1
      if (left > 0) open.set(caller, left)
      else open.delete(caller)
    })
    nextTurn()
    if (queues.size === 0 && begunInTurn < BEGUN_IN_A_TURN) return begin({ request, response })
    const queue = queues.get(caller)
    if (queue) queue.push({ request, response })
    else queues.set(caller, [{ request, response }])
    return undefined
  }
}

function tooMany(response: ServerResponse) {
  response.writeHead(503, { ...SAFETY_HEADERS, 'content-type': 'text/plain; charset=utf-8', 'retry-after': '1', connection: 'close' })
  response.end('Too many requests from this address are open. Try again in a moment.')
}
