import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { NotificationListener } from './notification-listener.ts'

export type Acknowledgements = ReturnType<typeof createAcknowledgements>
export type AcknowledgementRequest = {
  /** Returns the `nodes` that have not acknowledged in time. Rejects if the connection is lost. */
  waitForMissing: (nodes: readonly string[], milliseconds: number) => Promise<string[]>
  nodes: readonly string[]
  close: () => void
}
type PendingAcknowledgement = { acknowledgedBy: Set<string>; wake: () => void; fail: () => void }

/** PostgreSQL delivers notifications in commit order, so a node that receives a request has received all earlier changes. */
export function createAcknowledgements(
  listener: Pick<NotificationListener, 'query'>,
  { changes, acknowledgementRequest }: { changes: string; acknowledgementRequest: string },
) {
  const pending = new Map<string, PendingAcknowledgement>()

  function acknowledge(id: string, node: string): boolean {
    const entry = pending.get(id)
    entry?.acknowledgedBy.add(node)
    entry?.wake()
    return entry !== undefined
  }

  return {
    async request(): Promise<AcknowledgementRequest> {
      const id = randomUUID()
      const entry: PendingAcknowledgement = { acknowledgedBy: new Set(), wake: () => {}, fail: () => {} }
      pending.set(id, entry)
      const close = () => void pending.delete(id)
      const lost = new Promise<never>((_resolve, reject) => {
        entry.fail = () => reject(new Error('The connection was lost.'))
      })
      lost.catch(close)
      try {
        const { rows } = await listener.query(
          'select array(select node::text from cache_nodes) as nodes, pg_notify($1, $2)',
          [changes, acknowledgementRequest + id],
        )
        return { nodes: (rows[0]?.['nodes'] as string[] | undefined) ?? [], waitForMissing, close }
      } catch (problem) {
        close()
        throw problem
      }

      async function waitForMissing(nodes: readonly string[], milliseconds: number) {
        const missing = () => nodes.filter((node) => !entry.acknowledgedBy.has(node))
        const timeout = new AbortController()
        const all = new Promise<void>((resolve) => {
          entry.wake = () => missing().length === 0 && resolve()
          entry.wake()
        })
        await Promise.race([
          all,
          lost,
          pause(milliseconds, undefined, { signal: timeout.signal }).catch(() => {}),
        ])
        timeout.abort()
        return missing()
      }
    },

    /** An acknowledgement, '<request> <node>'. */
    receive(payload: string) {
      const [id = '', node = ''] = payload.split(' ')
      acknowledge(id, node)
    },

    /** Receiving its own request is the acknowledgement of this node. */
    isOwnRequest: (id: string, node: string): boolean => acknowledge(id, node),

    fail: () => pending.forEach(({ fail }) => fail()),
  }
}
