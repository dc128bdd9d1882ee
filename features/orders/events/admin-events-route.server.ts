import { setTimeout as pause } from 'node:timers/promises'
import { Hono } from 'hono'
import type { Accounts } from '#features/accounts/accounts.server.ts'
import { readLatestChanges } from './order-events.server.ts'
import { ADMIN_EVENTS_PATH, MAX_LATEST_CHANGES, type AdminChangeEvent } from './order-events.ts'
import type { Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'

const POLL_INTERVAL_MS = 1_000
/** Proxies close connections without data after a minute. */
const KEEP_ALIVE_COMMENT_MS = 20_000
/** The browser renews its session before it expires, and reconnects with the new cookies. */
const EXPIRY_MARGIN_MS = 5_000
/** The browser reconnects after this limit. */
const MAX_UNREAD_EVENTS = 50
const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}
const RETRY = 'retry: 1000\n\n'

type Dependencies = {
  shop: ShopDependencies
  accounts: Pick<Accounts, 'readActor' | 'readSession'>
  /** Whether owners need a second factor to sign in. */
  ownersNeedSecondFactor: () => boolean
  /** Aborted on shutdown, because streams last longer than all other requests. */
  shutdownSignal: AbortSignal
}
type StreamContext = Pick<Dependencies, 'shop'> & {
  readAdmin: () => Promise<{ actor: Actor; lacksSecondFactor: boolean }>
  headers: Headers
  admin: Actor
  sessionEndsAt: number
  disconnected: AbortSignal
  send: (text: string) => void
}

/** Events of four tables may have the same ID. */
const changeKey = ({ about, id }: AdminChangeEvent) => `${about} ${id}`
const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** Polls, in order to find other nodes' changes too. Each stream starts with `refresh`, in case changes were missed. */
export function adminEventsRoute({
  shop,
  accounts,
  ownersNeedSecondFactor,
  shutdownSignal,
}: Dependencies): Hono {
  const open = new Set<AbortController>()
  const routes = new Hono()

  routes.get(ADMIN_EVENTS_PATH, async ({ req }) => {
    if (shutdownSignal.aborted) return new Response(null, { status: 503 })
    const { headers, method } = req.raw
    // The stream of a HEAD request would never be closed.
    if (method !== 'GET') return new Response(null, { status: 405 })
    const { actor, lacksSecondFactor, setCookies } = await readAdmin(headers)
    if (actor.kind !== 'admin')
      return new Response(null, { status: 401, headers: { 'cache-control': 'no-store' } })
    if (setCookies.length > 0) {
      // The session was renewed, and the browser reconnects with the new cookies.
      const renewed = new Headers(HEADERS)
      for (const cookie of setCookies) renewed.append('set-cookie', cookie)
      return new Response(RETRY, { headers: renewed })
    }
    if (lacksSecondFactor)
      return new Response(null, { status: 403, headers: { 'cache-control': 'no-store' } })
    const { answer } = await accounts.readSession(headers)
    const sessionEndsAt = Date.parse(answer.expires_at ?? '') - EXPIRY_MARGIN_MS
    return new Response(openStream({ headers, admin: actor, sessionEndsAt }), { headers: HEADERS })
  })

  async function readAdmin(headers: Headers) {
    const { actor, hasSecondFactor, setCookies } = await accounts.readActor(headers, 'admin')
    const isOwner = actor.kind === 'admin' && actor.role === 'owner'
    return { actor, setCookies, lacksSecondFactor: isOwner && !hasSecondFactor && ownersNeedSecondFactor() }
  }

  function openStream(session: Pick<StreamContext, 'headers' | 'admin' | 'sessionEndsAt'>): ReadableStream {
    const disconnected = new AbortController()
    const encoder = new TextEncoder()
    let wasCancelled = false
    open.add(disconnected)
    return new ReadableStream({
      start(controller) {
        const send = (text: string) => {
          if (disconnected.signal.aborted) return
          controller.enqueue(encoder.encode(text))
          if ((controller.desiredSize ?? 0) < -MAX_UNREAD_EVENTS) disconnected.abort()
        }
        void pollChanges({
          shop,
          readAdmin: () => readAdmin(session.headers),
          ...session,
          disconnected: disconnected.signal,
          send,
        })
          .catch((error: unknown) => shop.log.error({ error }, 'an event stream of the admin failed'))
          .finally(() => {
            open.delete(disconnected)
            if (!wasCancelled) controller.close()
          })
      },
      cancel() {
        wasCancelled = true
        disconnected.abort()
      },
    })
  }

  shutdownSignal.addEventListener('abort', () => open.forEach((stream) => stream.abort()))
  return routes
}

async function pollChanges({ shop, readAdmin, admin, sessionEndsAt, disconnected, send }: StreamContext) {
  let knownChanges = new Set((await readLatestChanges(shop, admin)).map(changeKey))
  let lastSentAt = shop.clock().getTime()
  send(RETRY + event('refresh', {}))
  while (!disconnected.aborted && shop.clock().getTime() < sessionEndsAt) {
    await pause(POLL_INTERVAL_MS, undefined, { signal: disconnected }).catch(() => {})
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- The signal may abort while this waits.
    if (disconnected.aborted) return
    const changes = await newChanges()
    if (changes === 'no-access') return send(event('end', {}))
    // The page reloads its data and is redirected to the set-up.
    if (changes === 'no-second-factor') return send(event('refresh', {}))
    const now = shop.clock().getTime()
    if (changes.length === 0 && now - lastSentAt < KEEP_ALIVE_COMMENT_MS) continue
    lastSentAt = now
    const orders = changes.flatMap((change) =>
      change.about === 'order' || change.about === 'order-note'
        ? [{ id: change.id, order_id: change.order_id, event: change.event }]
        : [],
    )
    if (changes.length === 0) send(': still open\n\n')
    else if (orders.length >= MAX_LATEST_CHANGES) send(event('refresh', {}))
    else
      send(
        (orders.length > 0 ? event('orders', orders) : '') +
          (orders.length < changes.length ? event('catalogue', {}) : ''),
      )
  }

  async function newChanges(): Promise<AdminChangeEvent[] | 'no-access' | 'no-second-factor'> {
    try {
      const { actor, lacksSecondFactor } = await readAdmin()
      if (actor.kind !== 'admin') return 'no-access'
      if (lacksSecondFactor) return 'no-second-factor'
      // The role may have changed since the stream was opened.
      const newest = await readLatestChanges(shop, actor)
      const changes = newest.filter((change) => !knownChanges.has(changeKey(change)))
      knownChanges = new Set(newest.map(changeKey))
      return changes
    } catch (error) {
      // `knownChanges` is unchanged, so that nothing is missed once the database is back.
      shop.log.warn({ error }, 'changes could not be read')
      return []
    }
  }
}
