import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Listener } from './notification-listener.ts'

export type Asks = ReturnType<typeof createAsks>
export type Question = {
  /** Waits until these have answered, for so long at most, and gives those that have not. Refuses when the connection goes. */
  missing: (nodes: readonly string[], milliseconds: number) => Promise<string[]>
  /** The nodes that there were when it was asked. */
  nodes: readonly string[]
  /** Nobody waits any more. */
  close: () => void
}
type Asked = { heardBy: Set<string>; wake: () => void; lose: () => void }

/**
 * Asks every node whether it has heard of all changes so far. What is told arrives everywhere in the order of its commits,
 * so whoever has heard the question has heard of everything that was committed before it.
 */
export function createAsks(listener: Pick<Listener, 'query'>, { changes, question }: { changes: string; question: string }) {
  const asks = new Map<string, Asked>()

  function hear(id: string, node: string): boolean {
    const asked = asks.get(id)
    asked?.heardBy.add(node)
    asked?.wake()
    return asked !== undefined
  }

  return {
    async ask(): Promise<Question> {
      const id = randomUUID()
      const asked: Asked = { heardBy: new Set(), wake: () => {}, lose: () => {} }
      asks.set(id, asked)
      const close = () => void asks.delete(id)
      const lost = new Promise<never>((_resolve, reject) => {
        asked.lose = () => reject(new Error('The connection went.'))
      })
      lost.catch(close)
      try {
        const { rows } = await listener.query('select array(select node::text from page_nodes) as nodes, pg_notify($1, $2)', [changes, question + id])
        return { nodes: (rows[0]?.['nodes'] as string[] | undefined) ?? [], missing, close }
      } catch (problem) {
        close()
        throw problem
      }

      async function missing(nodes: readonly string[], milliseconds: number) {
        const left = () => nodes.filter((node) => !asked.heardBy.has(node))
        const over = new AbortController()
        const all = new Promise<void>((resolve) => {
          asked.wake = () => left().length === 0 && resolve()
          asked.wake()
        })
        await Promise.race([all, lost, pause(milliseconds, undefined, { signal: over.signal }).catch(() => {})])
        over.abort()
        return left()
      }
    },

    /** An answer, '<question> <node>'. */
    heard(answer: string) {
      const [id = '', node = ''] = answer.split(' ')
      hear(id, node)
    },

    /** A question that comes back to its asker is the asker's own answer. */
    isMine: (id: string, node: string): boolean => hear(id, node),

    /** The connection has gone, and the answers with it. */
    lose: () => asks.forEach(({ lose }) => lose()),
  }
}
