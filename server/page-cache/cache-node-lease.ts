import type { NotificationListener } from './notification-listener.ts'

/** For so long after it asked for it a node may show what it kept; whoever takes it out waits for as long. All nodes of a shop have the same. */
export const LEASE_MS = 3000
/** Nobody counts as gone before the last lease it can have had is over for certain. */
const CLOCK_MARGIN_MS = 1000

export type CacheNodeLease = ReturnType<typeof createCacheNodeLease>
type Clocks = {
  /** Never put back or forward. */
  monotonic: () => number
  /** Goes on while the machine sleeps. */
  wall: () => number
}

const REGISTER = `with gone as (delete from cache_nodes where node = $2) insert into cache_nodes (node) values ($1)`
const RENEW = `
  with mine as (update cache_nodes set renewals = renewals + 1 where node = $1 and not is_evicted returning node)
  select n.node, n.renewals, exists (select from mine) as is_mine_renewed from cache_nodes n`
const DELETE_STALE_NODES = `
  delete from cache_nodes n using unnest($1::uuid[], $2::bigint[]) as gone (node, renewals)
   where n.node = gone.node and n.renewals = gone.renewals`

/** The right of a node to show what it has kept, in the table cache_nodes. Times count from before the database was asked. */
export function createCacheNodeLease(
  listener: Pick<NotificationListener, 'query'>,
  { node, leaseMs, onLapsed }: {
    node: string
    leaseMs: number
    /** It had run out, and is about to be valid again. */
    onLapsed: () => void
  },
  clocks: Clocks = { monotonic: () => performance.now(), wall: Date.now },
) {
  let until = { monotonic: -Infinity, wall: -Infinity }
  const never = { ...until }
  const seen = new Map<string, { renewals: unknown; since: number }>()
  const after = () => ({ monotonic: clocks.monotonic() + leaseMs, wall: clocks.wall() + leaseMs })
  const isValid = () => clocks.monotonic() < until.monotonic && clocks.wall() < until.wall

  /** Others' own clocks may differ: what counts is how long one of them was seen to stand still. */
  function findStaleNodes(rows: readonly Record<string, unknown>[]): { nodes: unknown[]; renewals: unknown[] } {
    const now = clocks.monotonic()
    const gone = rows.filter(({ node: other, renewals }) => {
      const before = seen.get(String(other))
      if (before && before.renewals === renewals) return other !== node && now - before.since > leaseMs + CLOCK_MARGIN_MS
      seen.set(String(other), { renewals, since: now })
      return false
    })
    return { nodes: gone.map((row) => row['node']), renewals: gone.map((row) => row['renewals']) }
  }

  return {
    isValid,
    /** In: the node that this process was before, which has forgotten everything. */
    async begin(before: string | null) {
      const next = after()
      // Known to others for certain, or their changes would not wait for this node.
      await listener.query('set synchronous_commit = on')
      await listener.query(REGISTER, [node, before])
      await listener.query('set synchronous_commit = off')
      until = next
    },
    /** False when another node has taken this one out. */
    async renew(): Promise<boolean> {
      const next = after()
      const { rows } = await listener.query(RENEW, [node])
      if (!rows.some((row) => row['is_mine_renewed'])) {
        until = never
        return false
      }
      if (!isValid()) onLapsed()
      until = next
      const { nodes, renewals } = findStaleNodes(rows)
      if (nodes.length > 0) await listener.query(DELETE_STALE_NODES, [nodes, renewals])
      return true
    },
    /** Nobody waits for this node any more; it has forgotten what it kept. */
    async end() {
      until = never
      await listener.query('delete from cache_nodes where node = $1', [node])
    },
  }
}
