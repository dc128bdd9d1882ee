import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import {
  createAcknowledgements,
  ownChannelOf,
  SHARED_CHANNEL,
  type Acknowledgements,
} from './cache-acknowledgements.ts'
import { createCacheNodeLease, LEASE_MS, type CacheNodeLease } from './cache-node-lease.ts'
import type { NotificationListener } from './notification-listener.ts'
import { rejectOnAbort } from '#platform/processes/reject-on-abort.ts'

type PageCacheSubscriber = {
  invalidate: (cacheTags: readonly string[]) => void
  /** Called when changes may have been missed. */
  clearAll: () => void
  /** Called when changes may be missed from now on, until `clearAll`; if absent, `clearAll` is called. */
  suspend?: () => void
}
export type CacheInvalidation = ReturnType<typeof createCacheInvalidation>
type CacheNodeConnection = {
  listener: NotificationListener
  node: string
  lease: CacheNodeLease
  acknowledgements: Acknowledgements
}

export const INVALIDATIONS_CHANNEL = 'ninth_bend_cache_invalidations'
export const ACKNOWLEDGEMENT_REQUEST = 'heard? '
const DEFAULT_TIMING = {
  leaseMs: LEASE_MS,
  renewalIntervalMs: 1000,
  /** A healthy node acknowledges within milliseconds; one that does not is evicted. */
  acknowledgementTimeoutMs: 1000,
}
/** Added to the lease, so that by then every node's cached pages have expired. */
const DISCONNECTED_GRACE_MS = 2000
const MIN_RETRY_DELAY_MS = 20
const MAX_RETRY_DELAY_MS = 1000
const DISCONNECT_TIMEOUT_MS = 1000
const FAILURES_BEFORE_WARNING = 5
const OTHER_SECRET =
  'Another node of this database signs sessions with another secret: people are signed out whenever their requests change nodes. Set the same SESSION_SECRET on all nodes. The log of the other one has other_node as its cache_node.'

/** Invalidates cached pages on all nodes when a change commits. A node without a connection or a valid lease serves none. */
export function createCacheInvalidation({
  open,
  hasCacheNodes,
  fingerprint,
  log,
  timing = DEFAULT_TIMING,
}: {
  open: () => NotificationListener
  /** Whether any node may serve cached pages; checked while there is no connection. */
  hasCacheNodes: () => Promise<boolean>
  /** Identifies the secret that signs sessions, so that nodes with different secrets are reported. */
  fingerprint: string
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  timing?: typeof DEFAULT_TIMING
}) {
  const stopping = new AbortController()
  const subscribers = new Set<PageCacheSubscriber>()
  let connection: CacheNodeConnection | undefined
  const connectionWaiters = new Set<() => void>()
  let previousNode: string | null = null
  /** Wall clock time, which continues while the machine sleeps. */
  let lastCurrentAt = -Infinity
  let hasOtherNodes = false

  const clearAll = () => subscribers.forEach((subscriber) => subscriber.clearAll())
  const suspend = () =>
    subscribers.forEach((subscriber) => (subscriber.suspend ? subscriber.suspend() : subscriber.clearAll()))

  /** Logged once, not after each reconnection. */
  function tellOfOtherNodes(node: string, hasOthers: boolean) {
    if (hasOthers && !hasOtherNodes)
      log.info({ cache_node: node }, 'Other processes cache pages of this database too.')
    hasOtherNodes = hasOthers
  }

  async function openConnection(): Promise<{ connection: CacheNodeConnection; ended: AbortSignal }> {
    const listener = open()
    const lost = new AbortController()
    listener.on('end', () => lost.abort())
    listener.on('error', () => lost.abort())
    const node = randomUUID()
    const acknowledgements = createAcknowledgements(listener, {
      node,
      changes: INVALIDATIONS_CHANNEL,
      requestPrefix: ACKNOWLEDGEMENT_REQUEST,
    })
    const ownChannel = ownChannelOf(node)
    const lease = createCacheNodeLease(listener, {
      node,
      leaseMs: timing.leaseMs,
      fingerprint,
      onLapsed: clearAll,
      onRenewed: (others) => tellOfOtherNodes(node, others > 0),
      onOtherSecret: (other) => log.warn({ cache_node: node, other_node: other }, OTHER_SECRET),
    })
    const newConnection = { listener, node, lease, acknowledgements }
    async function begin() {
      await listener.connect()
      listener.on('notification', ({ channel, payload = '' }) => {
        if (channel === ownChannel) return acknowledgements.receivePing()
        if (channel === SHARED_CHANNEL) return acknowledgements.receiveAnswer(payload)
        if (payload.startsWith(ACKNOWLEDGEMENT_REQUEST))
          return acknowledgements.receiveRequest(payload.slice(ACKNOWLEDGEMENT_REQUEST.length))
        return subscribers.forEach((subscriber) => subscriber.invalidate(payload.split(' ')))
      })
      await listener.query(`listen ${INVALIDATIONS_CHANNEL}; listen ${ownChannel}; listen ${SHARED_CHANNEL}`)
      // Behind a pooler, queries may succeed while notifications never arrive; other nodes need not wait for
      // such a node.
      if (!(await acknowledgements.hearsItself(timing.acknowledgementTimeoutMs)))
        throw new Error('Notifications of the database do not arrive.')
      const beganAt = Date.now()
      await lease.begin(previousNode)
      lastCurrentAt = beganAt
      previousNode = node
    }
    try {
      // A silent database must not delay shutdown.
      await rejectOnAbort(begin(), stopping.signal)
      return { connection: newConnection, ended: AbortSignal.any([lost.signal, stopping.signal]) }
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
        const newConnection = await openConnection()
        clearAll()
        connection = newConnection.connection
        connectionWaiters.forEach((notify) => notify())
        retry = MIN_RETRY_DELAY_MS
        failures = 0
        await renewUntil(newConnection.ended, newConnection.connection)
      } catch (problem) {
        failures += 1
        if (failures === FAILURES_BEFORE_WARNING)
          log.warn({ error: problem }, 'Pages are not cached because change notifications do not arrive.')
      }
      const lostConnection = connection
      connection = undefined
      suspend()
      if (lostConnection) await disconnect(lostConnection)
      await pause(retry, undefined, { signal: stopping.signal }).catch(() => {})
      retry = Math.min(retry * 2, MAX_RETRY_DELAY_MS)
    }
  }

  async function disconnect({ listener, lease }: CacheNodeConnection) {
    const closing = lease.end().then(() => listener.end())
    // Does not wait for a connection that hangs.
    await Promise.race([
      closing.catch(() => listener.end()).catch(() => {}),
      pause(DISCONNECT_TIMEOUT_MS, undefined, { ref: false }),
    ])
  }

  async function renewUntil(ended: AbortSignal, { lease }: CacheNodeConnection) {
    for (;;) {
      await pause(timing.renewalIntervalMs, undefined, { ref: false, signal: ended }).catch(() => {})
      const renewedAt = Date.now()
      if (ended.aborted || !(await rejectOnAbort(lease.renew(), ended))) return
      lastCurrentAt = renewedAt
    }
  }

  /** Waits until all nodes have acknowledged. Rejects if the connection is lost; the caller then retries. */
  async function confirmOnAllNodes({ listener, acknowledgements }: CacheNodeConnection) {
    const acknowledgementRequest = await acknowledgements.request()
    try {
      const unconfirmedNodes = await acknowledgementRequest.waitForMissing(
        acknowledgementRequest.nodes,
        timing.acknowledgementTimeoutMs,
      )
      if (unconfirmedNodes.length === 0) return
      // A node without a row has cleared its cache, or was removed after its lease expired.
      const { rows } = await listener.query(
        'update cache_nodes set is_evicted = true where node = any ($1::uuid[]) returning node',
        [unconfirmedNodes],
      )
      if (rows.length === 0) return
      log.warn({ nodes: rows.length }, 'A node did not acknowledge a change and is evicted.')
      await acknowledgementRequest.waitForMissing(
        rows.map((row) => String(row['node'])),
        timing.leaseMs,
      )
    } finally {
      acknowledgementRequest.close()
    }
  }

  const listenerLoop = runListener()
  return {
    isCurrent: () => connection !== undefined && connection.lease.isValid(),
    /** When this node last knew of every committed change, in wall clock milliseconds. */
    lastCurrentAt: () => lastCurrentAt,
    subscribe: (subscriber: PageCacheSubscriber) => void subscribers.add(subscriber),
    /** Called after a commit that changed pages: waits until no node serves the outdated ones. Never rejects. */
    async waitForAllNodes(): Promise<void> {
      const until = performance.now() + timing.leaseMs + DISCONNECTED_GRACE_MS
      while (performance.now() < until && !stopping.signal.aborted) {
        const current = connection
        try {
          if (current) return await confirmOnAllNodes(current)
          if (!(await hasCacheNodes())) return
          await nextConnection(until - performance.now())
        } catch {
          // The database is away, or the connection was lost and this node's cache with it.
          if (connection === current) await pause(MIN_RETRY_DELAY_MS)
        }
      }
      if (!stopping.signal.aborted)
        log.error('A change could not be announced; all leases have expired meanwhile.')
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
        connectionWaiters.delete(done)
        stopping.signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, milliseconds)
      connectionWaiters.add(done)
      stopping.signal.addEventListener('abort', done)
    })
  }
}
