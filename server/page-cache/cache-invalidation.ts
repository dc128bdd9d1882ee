import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createAcknowledgements, type Acknowledgements } from './cache-acknowledgements.ts'
import { createCacheNodeLease, LEASE_MS, type CacheNodeLease } from './cache-node-lease.ts'
import type { NotificationListener } from './notification-listener.ts'
import { rejectOnAbort } from '#server/processes/reject-on-abort.ts'

type PageCacheSubscriber = {
  /** Parts of pages have changed (shop/catalogue/cache-tags/cache-tags.ts). */
  invalidate: (cacheTags: readonly string[]) => void
  /** Changes may have been missed. */
  clearAll: () => void
}
export type CacheInvalidation = ReturnType<typeof createCacheInvalidation>
type CacheNodeConnection = { listener: NotificationListener; node: string; lease: CacheNodeLease; acknowledgements: Acknowledgements }

const INVALIDATIONS_CHANNEL = 'ninth_bend_cache_invalidations'
const ACKNOWLEDGEMENTS_CHANNEL = 'ninth_bend_cache_acknowledgements'
const ACKNOWLEDGEMENT_REQUEST = 'heard? '
const DEFAULT_TIMING = {
  leaseMs: LEASE_MS,
  renewalIntervalMs: 1000,
  /** A living node answers within a few; one that does not is taken out. */
  acknowledgementTimeoutMs: 1000,
}
/** Beyond any lease, so that the pages of every node have gone by then. */
const DISCONNECTED_GRACE_MS = 2000
const MIN_RETRY_DELAY_MS = 20
const MAX_RETRY_DELAY_MS = 1000
const DISCONNECT_TIMEOUT_MS = 1000
const FAILURES_BEFORE_WARNING = 5

/**
 * Hears of every change of a page while it is committed, and knows whether it would: a node that has not renewed its
 * lease in time, or has lost its connection, shows nothing that it kept.
 */
export function createCacheInvalidation({ open, hasCacheNodes, log, timing = DEFAULT_TIMING }: {
  open: () => NotificationListener
  /** Whether any node may show pages that it kept; asked where nothing can be heard. */
  hasCacheNodes: () => Promise<boolean>
  log: Pick<Logger, 'warn' | 'error'>
  timing?: typeof DEFAULT_TIMING
}) {
  const stopping = new AbortController()
  const subscribers = new Set<PageCacheSubscriber>()
  let connection: CacheNodeConnection | undefined
  /** Called by the next connection that hears. */
  const waiting = new Set<() => void>()
  let before: string | null = null

  const clearAll = () => subscribers.forEach((subscriber) => subscriber.clearAll())

  async function begin(): Promise<{ connection: CacheNodeConnection; over: AbortSignal }> {
    const listener = open()
    const lost = new AbortController()
    listener.on('end', () => lost.abort())
    listener.on('error', () => lost.abort())
    const node = randomUUID()
    const acknowledgements = createAcknowledgements(listener, { changes: INVALIDATIONS_CHANNEL, acknowledgementRequest: ACKNOWLEDGEMENT_REQUEST })
    const lease = createCacheNodeLease(listener, { node, leaseMs: timing.leaseMs, onLapsed: clearAll })
    const newConnection = { listener, node, lease, acknowledgements }
    try {
      await listener.connect()
      listener.on('notification', ({ channel, payload = '' }) => {
        if (channel === ACKNOWLEDGEMENTS_CHANNEL) return acknowledgements.receive(payload)
        if (!payload.startsWith(ACKNOWLEDGEMENT_REQUEST)) return subscribers.forEach((subscriber) => subscriber.invalidate(payload.split(' ')))
        if (acknowledgements.isOwnRequest(payload.slice(ACKNOWLEDGEMENT_REQUEST.length), node)) return undefined
        return void listener.query(`select pg_notify($1, $2)`, [ACKNOWLEDGEMENTS_CHANNEL, `${payload.slice(ACKNOWLEDGEMENT_REQUEST.length)} ${node}`]).catch(() => {})
      })
      await listener.query(`listen ${INVALIDATIONS_CHANNEL}; listen ${ACKNOWLEDGEMENTS_CHANNEL}`)
      const acknowledgementRequest = await acknowledgements.request()
      const receivesNothing = (await acknowledgementRequest.waitForMissing([node], timing.acknowledgementTimeoutMs)).length > 0
      acknowledgementRequest.close()
      // Behind a pooler every statement is answered and nothing is ever heard: nobody needs to wait for such a node.
      if (receivesNothing) throw new Error('What the database tells does not come through.')
      await lease.begin(before)
      before = node
      return { connection: newConnection, over: AbortSignal.any([lost.signal, stopping.signal]) }
    } catch (problem) {
      await disconnect(newConnection)
      throw problem
    }
  }

  async function runListener() {
    let retry = MIN_RETRY_DELAY_MS
    let failures = 0
    while (!stopping.signal.aborted) {
      try {
        const newConnection = await begin()
        clearAll()
        connection = newConnection.connection
        waiting.forEach((tell) => tell())
        retry = MIN_RETRY_DELAY_MS
        failures = 0
        await renewUntil(newConnection.over, newConnection.connection)
      } catch (problem) {
        failures += 1
        if (failures === FAILURES_BEFORE_WARNING) log.warn({ err: problem }, 'Pages are made anew for each visitor: changes cannot be heard.')
      }
      const last = connection
      connection = undefined
      clearAll()
      if (last) await disconnect(last)
      await pause(retry, undefined, { signal: stopping.signal }).catch(() => {})
      retry = Math.min(retry * 2, MAX_RETRY_DELAY_MS)
    }
  }

  async function disconnect({ listener, acknowledgements, lease }: CacheNodeConnection) {
    acknowledgements.fail()
    const closing = lease.end().then(() => listener.end())
    // One that hangs is left to itself.
    await Promise.race([closing.catch(() => listener.end()).catch(() => {}), pause(DISCONNECT_TIMEOUT_MS, undefined, { ref: false })])
  }

  /** Ends when the connection does, or when another node has taken this one out. */
  async function renewUntil(over: AbortSignal, { lease }: CacheNodeConnection) {
    for (;;) {
      await pause(timing.renewalIntervalMs, undefined, { ref: false, signal: over }).catch(() => {})
      if (over.aborted || !(await rejectOnAbort(lease.renew(), over))) return
    }
  }

  /** Refuses when nothing can be heard; whoever asked tries again on the next connection. */
  async function confirmOnAllNodes({ listener, acknowledgements }: CacheNodeConnection) {
    const acknowledgementRequest = await acknowledgements.request()
    try {
      const unconfirmedNodes = await acknowledgementRequest.waitForMissing(acknowledgementRequest.nodes, timing.acknowledgementTimeoutMs)
      if (unconfirmedNodes.length === 0) return
      // One whose row has gone has forgotten what it kept, or was seen to stand still for longer than its lease.
      const { rows } = await listener.query('update cache_nodes set is_evicted = true where node = any ($1::uuid[]) returning node', [unconfirmedNodes])
      if (rows.length === 0) return
      log.warn({ nodes: rows.length }, 'A node does not say that it knows of a change: its pages run out.')
      await acknowledgementRequest.waitForMissing(rows.map((row) => String(row['node'])), timing.leaseMs)
    } finally {
      acknowledgementRequest.close()
    }
  }

  const listenerLoop = runListener()
  return {
    /** Whether everything that anybody was answered is known here. */
    isCurrent: () => connection !== undefined && connection.lease.isValid(),
    subscribe: (subscriber: PageCacheSubscriber) => void subscribers.add(subscriber),
    /** After a commit that changed pages: waits until no node shows them as they were. Never fails. */
    async waitForAllNodes(): Promise<void> {
      const until = performance.now() + timing.leaseMs + DISCONNECTED_GRACE_MS
      while (performance.now() < until && !stopping.signal.aborted) {
        const mine = connection
        try {
          if (mine) return await confirmOnAllNodes(mine)
          if (!(await hasCacheNodes())) return
          await nextConnection(until - performance.now())
        } catch {
          // The connection went, and with it what this node kept; or nobody can be asked at all.
          if (connection === mine) await pause(MIN_RETRY_DELAY_MS)
        }
      }
      if (!stopping.signal.aborted) log.error('A change of pages was told to nobody for so long that no node shows them any more.')
    },
    async stop() {
      stopping.abort()
      await listenerLoop
    },
  }

  function nextConnection(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        waiting.delete(done)
        stopping.signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, milliseconds)
      waiting.add(done)
      stopping.signal.addEventListener('abort', done)
    })
  }
}
