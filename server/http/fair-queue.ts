import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { rateLimitAddress } from '#shop/accounts/rate-limits/rate-limiter.server.ts'
import { SECURITY_HEADERS } from './security-headers.ts'

/** More are begun in the next turn of the event loop, so that whatever else is ready comes in between. */
const MAX_STARTED_PER_TICK = 4
/** More than any household or office asks for at once. */
export const MAX_OPEN_RESPONSES = 256

type QueuedRequest = { request: IncomingMessage; response: ServerResponse }
type ClientAddressOf = (request: IncomingMessage) => { ip: string; isTrusted: boolean }

/**
 * Begins requests in turn, one of each caller, however many one of them has sent. A caller with too many open answers is
 * told to come later; not so a proxy that names nobody, because it speaks for many.
 */
export function queueFairly(listener: RequestListener, { clientAddressOf, maxOpenResponses = MAX_OPEN_RESPONSES }: { clientAddressOf: ClientAddressOf; maxOpenResponses?: number }): RequestListener {
  const open = new Map<string, number>()
  /** Whoever's turn is next comes first. */
  const queues = new Map<string, QueuedRequest[]>()
  let startedThisTick = 0
  let isScheduled = false

  function startRequest({ request, response }: QueuedRequest) {
    // Whoever has hung up meanwhile is not waited for.
    if (response.destroyed || request.socket.destroyed) return
    startedThisTick += 1
    listener(request, response)
  }

  function scheduleTick() {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      startedThisTick = 0
      while (startedThisTick < MAX_STARTED_PER_TICK && queues.size > 0) {
        const [caller, queue] = queues.entries().next().value!
        queues.delete(caller)
        startRequest(queue.shift()!)
        if (queue.length > 0) queues.set(caller, queue)
      }
      if (queues.size > 0) scheduleTick()
    })
  }

  return (request, response) => {
    const { ip, isTrusted } = clientAddressOf(request)
    const caller = rateLimitAddress(ip)
    const count = (open.get(caller) ?? 0) + 1
    if (count > maxOpenResponses && !isTrusted) return respondTooMany(response)
    open.set(caller, count)
    response.once('close', () => {
      const left = open.get(caller)! - 1
      if (left > 0) open.set(caller, left)
      else open.delete(caller)
    })
    scheduleTick()
    if (queues.size === 0 && startedThisTick < MAX_STARTED_PER_TICK) return startRequest({ request, response })
    const queue = queues.get(caller)
    if (queue) queue.push({ request, response })
    else queues.set(caller, [{ request, response }])
    return undefined
  }
}

function respondTooMany(response: ServerResponse) {
  response.writeHead(503, { ...SECURITY_HEADERS, 'content-type': 'text/plain; charset=utf-8', 'retry-after': '1', connection: 'close' })
  response.end('Too many requests from this address are open. Try again in a moment.')
}
