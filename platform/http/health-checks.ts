import type { OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http'
import { RETRY_AFTER_START_SECONDS } from './retry-after.ts'
import { DENY_ALL_CSP, hstsHeaders, SECURITY_HEADERS } from './security-headers.ts'

export const HEALTH_PATHS = ['/livez', '/readyz', '/healthz'] as const
const healthPaths: ReadonlySet<string> = new Set(HEALTH_PATHS)

/** Resolves to null if an order can be stored. */
export type FindProblem = () => Promise<string | null>
export type Readiness = ReturnType<typeof createReadiness>

const OPENING = 'The shop is opening.'
const CLOSING = 'The shop is closing.'

/** Whether a load balancer should send requests to this process. */
export function createReadiness() {
  let find: FindProblem = async () => OPENING
  let isClosing = false
  return {
    async problem(): Promise<string | null> {
      const problem = isClosing ? CLOSING : await find()
      return isClosing ? CLOSING : problem
    },
    open: (findProblem: FindProblem) => void (find = findProblem),
    close: () => void (isClosing = true),
  }
}

/** Answers before any other handling, so that neither a missing Host header nor the request queue matters. */
export function answerHealthChecks(
  { readiness, publicUrl }: { readiness: Readiness; publicUrl: string | null },
  next: RequestListener,
): RequestListener {
  const respond = respondWith(hstsHeaders(publicUrl ?? ''))
  return (request, response) => {
    const { method, url = '' } = request
    const query = url.indexOf('?')
    const path = query < 0 ? url : url.slice(0, query)
    if (!healthPaths.has(path) || (method !== 'GET' && method !== 'HEAD')) return next(request, response)
    if (path === '/livez') return respond(response, 200, 'ok')
    readiness.problem().then(
      (problem) => (problem === null ? respond(response, 200, 'ok') : respond(response, 503, problem)),
      () => respond(response, 503, 'The readiness could not be determined.'),
    )
    return undefined
  }
}

/** Node sends no body in response to HEAD. */
const respondWith =
  (hsts: OutgoingHttpHeaders) => (response: ServerResponse, status: 200 | 503, text: string) => {
    const headers: OutgoingHttpHeaders = {
      ...SECURITY_HEADERS,
      ...hsts,
      'content-security-policy': DENY_ALL_CSP,
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'content-length': Buffer.byteLength(text),
    }
    if (status === 503) headers['retry-after'] = RETRY_AFTER_START_SECONDS
    response.writeHead(status, headers)
    response.end(text)
  }
