import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

export type RequestContext = {
  requestId: string
  /** The URL pattern or page ID, never the URL; null if no route was reached. */
  route: string | null
}

/** A UUID, or the 32 hexadecimal digits of nginx and traces, so nothing that could be a name, an address or a phone number. */
const WELL_FORMED_ID = /^(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

const storage = new AsyncLocalStorage<RequestContext>()

/** Undefined outside requests, as in background work. */
export const currentRequest = (): RequestContext | undefined => storage.getStore()
export const runInRequest = <Result>(context: RequestContext, work: () => Result): Result =>
  storage.run(context, work)

/** Keeps the first name: a page knows its route before the router that all pages share. */
export function setRequestRoute(route: string) {
  const context = storage.getStore()
  if (context) context.route ??= route
}

/** The ID of a trusted proxy if it is well-formed, otherwise a new one. */
export const requestIdFrom = (header: string | string[] | undefined, isFromTrustedProxy: boolean): string =>
  isFromTrustedProxy && typeof header === 'string' && WELL_FORMED_ID.test(header) ? header : randomUUID()
