import { setTimeout as pause } from 'node:timers/promises'
import { Hono } from 'hono'
import type { Accounts } from '#shop/accounts/accounts.server.ts'
import { readLatestChanges } from '#shop/orders/events/order-events.server.ts'
import { ADMIN_EVENTS_PATH, MAX_LATEST_CHANGES, type AdminChangeEvent } from '#shop/orders/events/order-events.ts'
import type { Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'

const POLL_INTERVAL_MS = 1_000
/** Proxies close what is silent for a minute. */
const KEEP_ALIVE_COMMENT_MS = 20_000
/** A session's cookies are replaced before they run out; by then the browser has the next ones and asks again. */
const EXPIRY_MARGIN_MS = 5_000
/** A browser that takes nothing for so long is gone, or will ask again. */
const MAX_UNREAD_EVENTS = 50
const HEADERS = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' }
const RETRY = 'retry: 1000\n\n'

type Dependencies = {
  shop: ShopDependencies
  accounts: Pick<Accounts, 'readActor' | 'readSession'>
  /** Aborted when the shop closes: streams would outlast every other request under way. */
  shutdownSignal: AbortSignal
}
type StreamContext = Omit<Dependencies, 'shutdownSignal'> & { headers: Headers; admin: Actor; sessionEndsAt: number; disconnected: AbortSignal; send: (text: string) => void }

/** Their numbers are given by three tables. */
const changeKey = ({ about, id }: AdminChangeEvent) => `${about} ${id}`
const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/**
 * What happened to orders, catalogue and stock, told to the back-office's open pages while it happens. Each stream compares
 * their histories with what it knew a second ago, so every node tells of what was done on any other and nothing has to be announced.
 * A stream begins with `refresh`: whoever was away asks for everything once, and so misses nothing.
 */
export function adminEventsRoute({ shop, accounts, shutdownSignal }: Dependencies): Hono {
  const open = new Set<AbortController>()
  const routes = new Hono()

  routes.get(ADMIN_EVENTS_PATH, async ({ req }) => {
    if (shutdownSignal.aborted) return new Response(null, { status: 503 })
    const { headers, method } = req.raw
    // Nobody would ever read, and so never close, the stream of a HEAD.
    if (method !== 'GET') return new Response(null, { status: 405 })
    const { actor, setCookies } = await accounts.readActor(headers, 'admin')
    if (actor.kind !== 'admin') return new Response(null, { status: 401, headers: { 'cache-control': 'no-store' } })
    if (setCookies.length > 0) {
      // Renewed on the way: the browser comes again at once, with cookies that last.
      const renewed = new Headers(HEADERS)
      for (const cookie of setCookies) renewed.append('set-cookie', cookie)
      return new Response(RETRY, { headers: renewed })
    }
    const { answer } = await accounts.readSession(headers)
    const sessionEndsAt = Date.parse(answer.expires_at ?? '') - EXPIRY_MARGIN_MS
    return new Response(openStream({ headers, admin: actor, sessionEndsAt }), { headers: HEADERS })
  })

  function openStream(who: Pick<StreamContext, 'headers' | 'admin' | 'sessionEndsAt'>): ReadableStream {
    const disconnected = new AbortController()
    const encoder = new TextEncoder()
    let wasLeft = false
    open.add(disconnected)
    return new ReadableStream({
      start(controller) {
        const send = (text: string) => {
          if (disconnected.signal.aborted) return
          controller.enqueue(encoder.encode(text))
          if ((controller.desiredSize ?? 0) < -MAX_UNREAD_EVENTS) disconnected.abort()
        }
        void pollChanges({ shop, accounts, ...who, disconnected: disconnected.signal, send })
          .catch((error: unknown) => shop.log.error({ error }, 'a page is no longer told of orders'))
          .finally(() => {
            open.delete(disconnected)
            if (!wasLeft) controller.close()
          })
      },
      cancel() {
        wasLeft = true
        disconnected.abort()
      },
    })
  }

  shutdownSignal.addEventListener('abort', () => open.forEach((stream) => stream.abort()))
  return routes
}

async function pollChanges({ shop, accounts, headers, admin, sessionEndsAt, disconnected, send }: StreamContext) {
  let knownChanges = new Set((await readLatestChanges(shop, admin)).map(changeKey))
  let lastSentAt = shop.clock().getTime()
  send(RETRY + event('refresh', {}))
  while (!disconnected.aborted && shop.clock().getTime() < sessionEndsAt) {
    await pause(POLL_INTERVAL_MS, undefined, { signal: disconnected }).catch(() => {})
    if (disconnected.aborted) return
    const changes = await newChanges()
    if (changes === 'nobody') return send(event('end', {}))
    const now = shop.clock().getTime()
    if (changes.length === 0 && now - lastSentAt < KEEP_ALIVE_COMMENT_MS) continue
    lastSentAt = now
    const orders = changes.flatMap((change) => (change.about === 'order' ? [{ id: change.id, order_id: change.order_id, event: change.event }] : []))
    if (changes.length === 0) send(': still open\n\n')
    else if (orders.length === MAX_LATEST_CHANGES) send(event('refresh', {}))
    else send((orders.length > 0 ? event('orders', orders) : '') + (orders.length < changes.length ? event('catalogue', {}) : ''))
  }

  /** Nothing is told to a session that is over, or that lost its role. */
  async function newChanges(): Promise<AdminChangeEvent[] | 'nobody'> {
    try {
      const { actor } = await accounts.readActor(headers, 'admin')
      if (actor.kind !== 'admin') return 'nobody'
      const newest = await readLatestChanges(shop, admin)
      const changes = newest.filter((change) => !knownChanges.has(changeKey(change)))
      knownChanges = new Set(newest.map(changeKey))
      return changes
    } catch (error) {
      // What is known stays as it was, so that nothing is missed when the database is back.
      shop.log.warn({ error }, 'changes of orders could not be looked for')
      return []
    }
  }
}
