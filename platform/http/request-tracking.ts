import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { requestIdFrom, runInRequest, type RequestContext } from '#platform/logging/request-context.ts'

export type FinishedRequest = {
  method: string
  route: string
  /** 499 if the client disconnected before the response was complete, as in nginx. */
  status: number
  seconds: number
  /** Bytes written to the connection, including headers. */
  bytes: number
  requestId: string
}
const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST'])
const CLIENT_CLOSED_REQUEST = 499
const UNKNOWN_ROUTE = 'none'
/** Clients can send any method, and each would create another time series. */
export const methodLabel = (method = '') => (KNOWN_METHODS.has(method) ? method : 'other')

/** Gives each request an ID, which the response and its log lines contain, and reports it when it is answered. */
export function createRequestTracking({
  isTrustedProxy,
  onFinished,
}: {
  isTrustedProxy: (address: string) => boolean
  onFinished: ((request: FinishedRequest) => void)[]
}) {
  const contexts = new WeakMap<IncomingMessage, RequestContext>()

  /** Counts each request once, however often this is called. */
  function begin(request: IncomingMessage, response: ServerResponse): RequestContext {
    const known = contexts.get(request)
    if (known) return known
    const { socket, headers, method } = request
    const requestId = requestIdFrom(headers['x-request-id'], isTrustedProxy(socket.remoteAddress ?? ''))
    const context: RequestContext = { requestId, route: null }
    contexts.set(request, context)
    response.setHeader('x-request-id', requestId)
    if (onFinished.length === 0) return context
    const startedAt = performance.now()
    const writtenBefore = socket.bytesWritten
    response.once('close', () => {
      const finished: FinishedRequest = {
        method: methodLabel(method),
        route: context.route ?? UNKNOWN_ROUTE,
        status: response.writableFinished ? response.statusCode : CLIENT_CLOSED_REQUEST,
        seconds: (performance.now() - startedAt) / 1000,
        bytes: socket.bytesWritten - writtenBefore,
        requestId,
      }
      for (const report of onFinished) report(finished)
    })
    return context
  }

  const run = <Result>(request: IncomingMessage, response: ServerResponse, work: () => Result): Result =>
    runInRequest(begin(request, response), work)

  return {
    begin,
    run,
    /** Works even if `listener` is called later, from another request's queue. */
    track:
      (listener: RequestListener): RequestListener =>
      (request, response) =>
        run(request, response, () => listener(request, response)),
  }
}

export const logRequest =
  (log: Pick<Logger, 'info'>) =>
  ({ method, route, status, seconds, bytes, requestId }: FinishedRequest) =>
    log.info(
      { method, route, status, milliseconds: Math.round(seconds * 10_000) / 10, bytes, requestId },
      'request',
    )
