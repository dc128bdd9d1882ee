import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { NotificationListener } from './notification-listener.ts'

export type Acknowledgements = ReturnType<typeof createAcknowledgements>
export type AcknowledgementRequest = {
  /** Waits until these have answered, for so long at most, and gives those that have not. Refuses when the connection goes. */
  waitForMissing: (nodes: readonly string[], milliseconds: number) => Promise<string[]>
  /** The nodes that there were when it was asked. */
  nodes: readonly string[]
  /** Nobody waits any more. */
  close: () => void
}
type PendingAcknowledgement = { acknowledgedBy: Set<string>; wake: () => void; fail: () => void }

/**
 * Asks every node whether it has heard of all changes so far. What is told arrives everywhere in the order of its commits,
 * so whoever has heard the question has heard of everything that was committed before it.
 */
export function createAcknowledgements(listener: Pick<NotificationListener, 'query'>, { changes, acknowledgementRequest }: { changes: string; acknowledgementRequest: string }) {
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
        entry.fail = () => reject(new Error('The connection went.'))
      })
      lost.catch(close)
      try {
        const { rows } = await listener.query('select array(select node::text from cache_nodes) as nodes, pg_notify($1, $2)', [changes, acknowledgementRequest + id])
        return { nodes: (rows[0]?.['nodes'] as string[] | undefined) ?? [], waitForMissing, close }
      } catch (problem) {
        close()
        throw problem
      }

      async function waitForMissing(nodes: readonly string[], milliseconds: number) {
        const left = () => nodes.filter((node) => !entry.acknowledgedBy.has(node))
        const over = new AbortController()
        const all = new Promise<void>((resolve) => {
          entry.wake = () => left().length === 0 && resolve()
          entry.wake()
        })
        await Promise.race([all, lost, pause(milliseconds, undefined, { signal: over.signal }).catch(() => {})])
        over.abort()
        return left()
      }
    },

    /** An answer, '<question> <node>'. */
    receive(answer: string) {
      const [id = '', node = ''] = answer.split(' ')
      acknowledge(id, node)
    },

    /** A question that comes back to its asker is the asker's own answer. */
    isOwnRequest: (id: string, node: string): boolean => acknowledge(id, node),

    /** The connection has gone, and the answers with it. */
    fail: () => pending.forEach(({ fail }) => fail()),
  }
}
