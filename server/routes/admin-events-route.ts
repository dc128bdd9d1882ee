import { setTimeout as pause } from 'node:timers/promises'
import { Hono } from 'hono'
import type { Accounts } from '#shop/accounts/accounts.server.ts'
import { newestChanges } from '#shop/orders/events/order-events.server.ts'
import { ADMIN_EVENTS_PATH, NEWEST_CHANGES, type Change } from '#shop/orders/events/order-events.ts'
import type { Actor } from '#shop/permissions.ts'
import type { Shop } from '#shop/shop-dependencies.server.ts'

const LOOK_EVERY_MILLISECONDS = 1_000
/** Proxies close what is silent for a minute. */
const SIGN_OF_LIFE_MILLISECONDS = 20_000
/** A session's cookies are replaced before they run out; by then the browser has the next ones and asks again. */
const BEFORE_EXPIRY_MILLISECONDS = 5_000
/** A browser that takes nothing for so long is gone, or will ask again. */
const UNREAD_AT_MOST = 50
const HEADERS = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' }
const RETRY = 'retry: 1000\n\n'

type Parts = {
  shop: Shop
  accounts: Pick<Accounts, 'readActor' | 'readSession'>
  /** Aborted when the shop closes: streams would outlast every other request under way. */
  ending: AbortSignal
}
type Watch = Omit<Parts, 'ending'> & { headers: Headers; admin: Actor; until: number; leaving: AbortSignal; say: (text: string) => void }

/** Their numbers are given by three tables. */
const keyOf = ({ about, id }: Change) => `${about} ${id}`
const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/**
 * What happened to orders, catalogue and stock, told to the back-office's open pages while it happens. Each stream compares
 * their histories with what it knew a second ago, so every node tells of what was done on any other and nothing has to be announced.
 * A stream begins with `refresh`: whoever was away asks for everything once, and so misses nothing.
 */
export function adminEvents({ shop, accounts, ending }: Parts): Hono {
  const open = new Set<AbortController>()
  const routes = new Hono()

  routes.get(ADMIN_EVENTS_PATH, async ({ req }) => {
    if (ending.aborted) return new Response(null, { status: 503 })
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
    const until = Date.parse(answer.expires_at ?? '') - BEFORE_EXPIRY_MILLISECONDS
    return new Response(follow({ headers, admin: actor, until }), { headers: HEADERS })
  })

  function follow(who: Pick<Watch, 'headers' | 'admin' | 'until'>): ReadableStream {
    const leaving = new AbortController()
    const encoder = new TextEncoder()
    let wasLeft = false
    open.add(leaving)
    return new ReadableStream({
      start(controller) {
        const say = (text: string) => {
          if (leaving.signal.aborted) return
          controller.enqueue(encoder.encode(text))
          if ((controller.desiredSize ?? 0) < -UNREAD_AT_MOST) leaving.abort()
        }
        void watchOrders({ shop, accounts, ...who, leaving: leaving.signal, say })
          .catch((error: unknown) => shop.log.error({ error }, 'a page is no longer told of orders'))
          .finally(() => {
            open.delete(leaving)
            if (!wasLeft) controller.close()
          })
      },
      cancel() {
        wasLeft = true
        leaving.abort()
      },
    })
  }

  ending.addEventListener('abort', () => open.forEach((stream) => stream.abort()))
  return routes
}

async function watchOrders({ shop, accounts, headers, admin, until, leaving, say }: Watch) {
  let known = new Set((await newestChanges(shop, admin)).map(keyOf))
  let spoke = shop.clock().getTime()
  say(RETRY + event('refresh', {}))
  while (!leaving.aborted && shop.clock().getTime() < until) {
    await pause(LOOK_EVERY_MILLISECONDS, undefined, { signal: leaving }).catch(() => {})
    if (leaving.aborted) return
    const news = await look()
    if (news === 'nobody') return say(event('end', {}))
    const now = shop.clock().getTime()
    if (news.length === 0 && now - spoke < SIGN_OF_LIFE_MILLISECONDS) continue
    spoke = now
    const orders = news.flatMap((change) => (change.about === 'order' ? [{ id: change.id, order_id: change.order_id, event: change.event }] : []))
    if (news.length === 0) say(': still open\n\n')
    else if (orders.length === NEWEST_CHANGES) say(event('refresh', {}))
    else say((orders.length > 0 ? event('orders', orders) : '') + (orders.length < news.length ? event('catalogue', {}) : ''))
  }

  /** Nothing is told to a session that is over, or that lost its role. */
  async function look(): Promise<Change[] | 'nobody'> {
    try {
      const { actor } = await accounts.readActor(headers, 'admin')
      if (actor.kind !== 'admin') return 'nobody'
      const newest = await newestChanges(shop, admin)
      const news = newest.filter((change) => !known.has(keyOf(change)))
      known = new Set(newest.map(keyOf))
      return news
    } catch (error) {
      // What is known stays as it was, so that nothing is missed when the database is back.
      shop.log.warn({ error }, 'changes of orders could not be looked for')
      return []
    }
  }
}
