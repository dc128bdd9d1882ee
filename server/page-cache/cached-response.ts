import type { IncomingMessage, ServerResponse } from 'node:http'

export type CachedResponse = {
  readonly status: number
  /** Alternating names and values, as `writeHead` takes them. */
  readonly headers: string[]
  readonly body: Buffer | null
}

export function sendCachedResponse(
  { method }: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: CachedResponse,
) {
  response.writeHead(status, headers)
  if (method === 'HEAD' || body === null) response.end()
  else response.end(body)
}
