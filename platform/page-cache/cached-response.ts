import type { IncomingMessage, ServerResponse } from 'node:http'

export type CachedResponse = {
  readonly status: number
  /** Alternating names and values, as `writeHead` accepts them. */
  readonly headers: string[]
  readonly body: Buffer | null
  /** The body with one character per byte, which `end` sends together with the headers, faster than a Buffer. */
  readonly latin1?: string
}

export function sendCachedResponse(
  { method }: IncomingMessage,
  response: ServerResponse,
  { status, headers, body, latin1 }: CachedResponse,
) {
  response.writeHead(status, headers)
  if (method === 'HEAD' || body === null) response.end()
  else if (latin1 === undefined) response.end(body)
  else response.end(latin1, 'latin1')
}
