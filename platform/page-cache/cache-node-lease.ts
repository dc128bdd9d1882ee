import type { NotificationListener } from './notification-listener.ts'

/** How long after a renewal a node may serve cached pages; the same on all nodes. */
export const LEASE_MS = 3000
/** Margin for clock drift before a node counts as stale. */
const CLOCK_MARGIN_MS = 1000

export type CacheNodeLease = ReturnType<typeof createCacheNodeLease>
type Clocks = {
  /** A clock that is never adjusted. */
  monotonic: () => number
  /** A clock that continues while the machine sleeps. */
  wall: () => number
}

const REGISTER = `with gone as (delete from cache_nodes where node = $2) insert into cache_nodes (node, secret_fingerprint) values ($1, $3)`
/** Each node watches the next ones and the first ones: reading all rows on each node would cost the square of their number. */
const WATCHED_NODES = 3
const RENEW = {
  name: 'renew-lease',
  text: `
  with mine as (update cache_nodes set renewals = renewals + 1 where node = $1 and not is_evicted returning node),
    watched as (
      select * from cache_nodes where node = $1
      union all (select * from cache_nodes where node > $1 order by node limit ${WATCHED_NODES})
      union all (select * from cache_nodes where node < $1 order by node limit ${WATCHED_NODES}))
  select n.node, n.renewals, n.secret_fingerprint, exists (select from mine) as is_mine_renewed from watched n`,
}
const DELETE_STALE_NODES = `
  delete from cache_nodes n using unnest($1::uuid[], $2::bigint[]) as gone (node, renewals)
   where n.node = gone.node and n.renewals = gone.renewals`

/** A node's right to serve cached pages. A lease starts before its query is sent, so it never ends later than others assume. */
export function createCacheNodeLease(
  listener: Pick<NotificationListener, 'query'>,
  {
    node,
    leaseMs,
    fingerprint,
    onLapsed,
    onRenewed,
    onOtherSecret,
  }: {
    node: string
    leaseMs: number
    fingerprint: string
    onLapsed: () => void
    /** Not called while it is unknown whether the nodes of some rows are alive. */
    onRenewed: (otherNodes: number) => void
    /** Called once for each other fingerprint. */
    onOtherSecret: (node: string) => void
  },
  clocks: Clocks = { monotonic: () => performance.now(), wall: Date.now },
) {
  let expiresAt = { monotonic: -Infinity, wall: -Infinity }
  const EXPIRED = { ...expiresAt }
  let hasEnded = false
  const reportedFingerprints = new Set<unknown>()
  const lastRenewals = new Map<string, { renewals: unknown; since: number; state: 'unknown' | 'alive' }>()
  const nextExpiry = () => ({ monotonic: clocks.monotonic() + leaseMs, wall: clocks.wall() + leaseMs })
  const isValid = () => clocks.monotonic() < expiresAt.monotonic && clocks.wall() < expiresAt.wall

  /** Uses renewal counters, because node clocks may differ. A killed node leaves its row; only a node that has renewed is alive. */
  function findState({ node: other, renewals }: Record<string, unknown>): 'unknown' | 'alive' | 'stale' {
    const now = clocks.monotonic()
    const previous = lastRenewals.get(String(other))
    if (previous?.renewals === renewals)
      return now - previous!.since > leaseMs + CLOCK_MARGIN_MS ? 'stale' : previous!.state
    const state = previous ? 'alive' : 'unknown'
    lastRenewals.set(String(other), { renewals, since: now, state })
    return state
  }

  function reportOtherSecrets(rows: readonly Record<string, unknown>[]) {
    for (const { node: other, secret_fingerprint: theirs } of rows) {
      if (!theirs || theirs === fingerprint || reportedFingerprints.has(theirs)) continue
      reportedFingerprints.add(theirs)
      onOtherSecret(String(other))
    }
  }

  return {
    isValid,
    /** `previous`: the node that this process was before it lost its connection; its row is removed. */
    async begin(previous: string | null) {
      const next = nextExpiry()
      // Must survive a crash of the database, or changes on other nodes would not wait for this node.
      await listener.query('set synchronous_commit = on')
      if (hasEnded) throw new Error('The lease ended before it began.')
      await listener.query(REGISTER, [node, previous, fingerprint])
      await listener.query('set synchronous_commit = off')
      expiresAt = next
    },
    async renew(): Promise<boolean> {
      const next = nextExpiry()
      const { rows } = await listener.query(RENEW, [node])
      if (!rows.some((row) => row['is_mine_renewed'])) {
        expiresAt = EXPIRED
        return false
      }
      if (!isValid()) onLapsed()
      expiresAt = next
      const others = Map.groupBy(
        rows.filter((row) => row['node'] !== node),
        findState,
      )
      const { alive = [], stale = [], unknown = [] } = Object.fromEntries(others)
      if (unknown.length === 0) onRenewed(alive.length)
      reportOtherSecrets(alive)
      if (stale.length === 0) return true
      const values = ['node', 'renewals'].map((column) => stale.map((row) => row[column]))
      await listener.query(DELETE_STALE_NODES, values)
      return true
    },
    async end() {
      expiresAt = EXPIRED
      hasEnded = true
      await listener.query('delete from cache_nodes where node = $1', [node])
    },
  }
}
