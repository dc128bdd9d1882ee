import { LISTENER_NAME } from '#platform/database/connection/connect.server.ts'
import { withTimeout } from '#platform/processes/with-timeout.ts'
import type { NotificationListener } from './notification-listener.ts'

export type Acknowledgements = ReturnType<typeof createAcknowledgements>
export type AcknowledgementRequest = {
  /** Returns the `nodes` that have not acknowledged in time. Rejects if the connection is lost. */
  waitForMissing: (nodes: readonly string[], milliseconds: number) => Promise<string[]>
  nodes: readonly string[]
  close: () => void
}

/** Where older builds send their answers, and expect those to their requests. */
export const SHARED_CHANNEL = 'ninth_bend_cache_acknowledgements'
export const ownChannelOf = (node: string) => `ninth_bend_cache_node_${node.replaceAll('-', '')}`
const PING = 'ping'
const MAX_POLL_MS = 10
const MAX_REMEMBERED_ANSWERS = 100

/** The lock is held until the commit, so that numbers grow in the order in which nodes receive the requests. */
const REQUEST = `
  with locked as materialized (select pg_advisory_xact_lock(hashtextextended('cache-acknowledgements', 0))),
    request as materialized (select pg_current_xact_id()::text as number from locked)
  select number, pg_notify($1, $2 || number || ' ' || $3), array(select node::text from cache_nodes) as nodes from request`
/** PostgreSQL keeps 63 bytes: a UUID without hyphens leaves room for 13 digits. */
const acknowledge = (node: string, number: number) =>
  `set application_name = '${LISTENER_NAME} ${node.replaceAll('-', '')} ${number}'`
/** A node without a row has cleared its cache, or was removed after its lease expired. */
const MISSING = {
  name: 'missing-acknowledgements',
  text: `
    select n.node::text
      from cache_nodes n
      left join (
        select split_part(application_name, ' ', 2) as node, split_part(application_name, ' ', 3)::bigint as number
          from pg_stat_activity where application_name like '${LISTENER_NAME} %'
      ) a on a.node = replace(n.node::text, '-', '')
     where n.node = any ($1::uuid[]) and coalesce(a.number, 0) < $2`,
}

/**
 * PostgreSQL delivers notifications in commit order, so a node that receives a request has received all earlier changes. Each node
 * acknowledges in its session name, which needs no transaction and wakes no other node.
 */
export function createAcknowledgements(
  listener: Pick<NotificationListener, 'query'>,
  { node: ownNode, changes, requestPrefix }: { node: string; changes: string; requestPrefix: string },
) {
  /** Nodes of older builds that have answered, by request number. */
  const answers = new Map<number, Set<string>>()
  const waiting = new Set<() => void>()
  let receivedUpTo = 0
  let writtenUpTo = 0
  let isWriting = false
  let pings = 0

  const wake = () => waiting.forEach((each) => each())
  const nextEvent = (milliseconds: number) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.add(resolve)
    return withTimeout(promise, milliseconds).finally(() => waiting.delete(resolve))
  }

  /** Requests that arrive during a write share the next one. */
  async function writeAcknowledgement() {
    if (isWriting) return
    isWriting = true
    try {
      while (writtenUpTo < receivedUpTo) {
        const number = receivedUpTo
        await listener.query(acknowledge(ownNode, number))
        writtenUpTo = number
      }
    } catch {
      // Without a connection, this node serves no cached pages.
    } finally {
      isWriting = false
    }
  }

  async function waitForMissing(
    number: number,
    nodes: readonly string[],
    milliseconds: number,
  ): Promise<string[]> {
    const until = performance.now() + milliseconds
    let missing = [...nodes]
    for (let delay = 1; ; delay = Math.min(delay * 2, MAX_POLL_MS)) {
      missing = missing.filter(
        (node) => !(node === ownNode && receivedUpTo >= number) && answers.get(number)?.has(node) !== true,
      )
      if (missing.length > 0) {
        const { rows } = await listener.query(MISSING, [missing, number])
        missing = rows.map((row) => String(row['node']))
      }
      const left = until - performance.now()
      if (missing.length === 0 || left <= 0) return missing
      await nextEvent(Math.min(delay, left))
    }
  }

  return {
    async request(): Promise<AcknowledgementRequest> {
      const { rows } = await listener.query(REQUEST, [changes, requestPrefix, ownNode])
      const number = Number(rows[0]!['number'])
      return {
        nodes: rows[0]!['nodes'] as string[],
        waitForMissing: (nodes, milliseconds) => waitForMissing(number, nodes, milliseconds),
        close: () => void answers.delete(number),
      }
    },

    /** Whether this connection receives its own notifications; behind a pooler it may not. */
    async hearsItself(milliseconds: number): Promise<boolean> {
      const until = performance.now() + milliseconds
      await listener.query('select pg_notify($1, $2)', [ownChannelOf(ownNode), PING])
      const hasHeard = () => pings > 0
      while (!hasHeard() && performance.now() < until) await nextEvent(until - performance.now())
      return hasHeard()
    },

    receivePing() {
      pings += 1
      wake()
    },

    /** '<number> <asking node>', or the ID of an older build's request. The node's own requests need no answer. */
    receiveRequest(requested: string) {
      const [number, askingNode] = requested.split(' ')
      if (askingNode === undefined) {
        listener
          .query('select pg_notify($1, $2)', [SHARED_CHANNEL, `${requested} ${ownNode}`])
          .catch(() => {})
        return
      }
      receivedUpTo = Math.max(receivedUpTo, Number(number))
      wake()
      if (askingNode !== ownNode) void writeAcknowledgement()
    },

    /** An older build's answer, which repeats the request: '<number> <asking node> <node>'. */
    receiveAnswer(payload: string) {
      const [number, askingNode, node] = payload.split(' ')
      if (askingNode !== ownNode || node === undefined) return
      answers.set(Number(number), (answers.get(Number(number)) ?? new Set()).add(node))
      for (const old of answers.keys()) if (answers.size > MAX_REMEMBERED_ANSWERS) answers.delete(old)
      wake()
    },
  }
}
