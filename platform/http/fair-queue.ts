import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { rateLimitAddress } from '#platform/rate-limits/rate-limiter.server.ts'
import { SECURITY_HEADERS } from './security-headers.ts'

/** The rest starts in later ticks, so that other events are handled in between. */
const MAX_STARTED_PER_TICK = 4
/** Maximum open responses per client address; a household or office needs fewer. */
const MAX_OPEN_RESPONSES = 256

type QueuedRequest = { request: IncomingMessage; response: ServerResponse }
type ClientAddressOf = (request: IncomingMessage) => { ip: string; isTrusted: boolean }

/** Starts requests in turn by client address. Answers 503 if an address has too many open responses, unless many clients share it. */
export function queueFairly(
  listener: RequestListener,
  {
    clientAddressOf,
    maxOpenResponses = MAX_OPEN_RESPONSES,
  }: { clientAddressOf: ClientAddressOf; maxOpenResponses?: number },
): RequestListener {
  const open = new Map<string, number>()
  const queues = new Map<string, QueuedRequest[]>()
  let startedThisTick = 0
  let isScheduled = false

  function startRequest({ request, response }: QueuedRequest) {
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
        const [client, queue] = queues.entries().next().value!
        queues.delete(client)
        startRequest(queue.shift()!)
        if (queue.length > 0) queues.set(client, queue)
      }
      if (queues.size > 0) scheduleTick()
    })
  }

  return (request, response) => {
    const { ip, isTrusted } = clientAddressOf(request)
    const client = rateLimitAddress(ip)
    const count = (open.get(client) ?? 0) + 1
    if (count > maxOpenResponses && !isTrusted) return respondTooMany(response)
    open.set(client, count)
    response.once('close', () => {
      const remaining = open.get(client)! - 1
      if (remaining > 0) open.set(client, remaining)
      else open.delete(client)
    })
    scheduleTick()
    if (queues.size === 0 && startedThisTick < MAX_STARTED_PER_TICK)
      return startRequest({ request, response })
    const queue = queues.get(client)
    if (queue) queue.push({ request, response })
    else queues.set(client, [{ request, response }])
    return undefined
  }
}

function respondTooMany(response: ServerResponse) {
  response.writeHead(503, {
    ...SECURITY_HEADERS,
    'content-type': 'text/plain; charset=utf-8',
    'retry-after': '1',
    connection: 'close',
  })
  response.end('Too many requests from this address are open. Try again in a moment.')
}
