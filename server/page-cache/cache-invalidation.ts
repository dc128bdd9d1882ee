import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createAsks, type Asks } from './cache-acknowledgements.ts'
import { createLease, LEASE_MILLISECONDS, type Lease } from './cache-node-lease.ts'
import type { Listener } from './notification-listener.ts'
import { untilAborted } from '#server/processes/reject-on-abort.ts'

type PageKeeper = {
  /** Parts of pages have changed (shop/catalogue/cache-tags/cache-tags.ts). */
  drop: (parts: readonly string[]) => void
  /** Changes may have been missed. */
  forget: () => void
}
export type PageWatch = ReturnType<typeof watchPages>
type Link = { listener: Listener; node: string; lease: Lease; asks: Asks }

const CHANGES = 'ninth_bend_pages'
const HEARD = 'ninth_bend_pages_heard'
const QUESTION = 'heard? '
const USUAL_PACE = {
  leaseMilliseconds: LEASE_MILLISECONDS,
  renewMilliseconds: 1000,
  /** A living node answers within a few; one that does not is taken out. */
  answerMilliseconds: 1000,
}
/** Beyond any lease, so that the pages of every node have gone by then. */
const WITHOUT_CONNECTION_MILLISECONDS = 2000
const FIRST_RETRY_MILLISECONDS = 20
const LAST_RETRY_MILLISECONDS = 1000
const PARTING_MILLISECONDS = 1000
const FAILURES_WORTH_TELLING = 5

/**
 * Hears of every change of a page while it is committed, and knows whether it would: a node that has not renewed its
 * lease in time, or has lost its connection, shows nothing that it kept.
 */
export function watchPages({ open, isKeptAnywhere, log, pace = USUAL_PACE }: {
  open: () => Listener
  /** Whether any node may show pages that it kept; asked where nothing can be heard. */
  isKeptAnywhere: () => Promise<boolean>
  log: Pick<Logger, 'warn' | 'error'>
  pace?: typeof USUAL_PACE
}) {
  const stopping = new AbortController()
  const keepers = new Set<PageKeeper>()
  let link: Link | undefined
  /** Called by the next connection that hears. */
  const waiting = new Set<() => void>()
  let before: string | null = null

  const forget = () => keepers.forEach((keeper) => keeper.forget())

  async function begin(): Promise<{ link: Link; over: AbortSignal }> {
    const listener = open()
    const lost = new AbortController()
    listener.on('end', () => lost.abort())
    listener.on('error', () => lost.abort())
    const node = randomUUID()
    const asks = createAsks(listener, { changes: CHANGES, question: QUESTION })
    const lease = createLease(listener, { node, leaseMilliseconds: pace.leaseMilliseconds, lapsed: forget })
    const begun = { listener, node, lease, asks }
    try {
      await listener.connect()
      listener.on('notification', ({ channel, payload = '' }) => {
        if (channel === HEARD) return asks.heard(payload)
        if (!payload.startsWith(QUESTION)) return keepers.forEach((keeper) => keeper.drop(payload.split(' ')))
        if (asks.isMine(payload.slice(QUESTION.length), node)) return undefined
        return void listener.query(`select pg_notify($1, $2)`, [HEARD, `${payload.slice(QUESTION.length)} ${node}`]).catch(() => {})
      })
      await listener.query(`listen ${CHANGES}; listen ${HEARD}`)
      const question = await asks.ask()
      const isDeaf = (await question.missing([node], pace.answerMilliseconds)).length > 0
      question.close()
      // Behind a pooler every statement is answered and nothing is ever heard: nobody needs to wait for such a node.
      if (isDeaf) throw new Error('What the database tells does not come through.')
      await lease.begin(before)
      before = node
      return { link: begun, over: AbortSignal.any([lost.signal, stopping.signal]) }
    } catch (problem) {
      await part(begun)
      throw problem
    }
  }

  async function keepHearing() {
    let retry = FIRST_RETRY_MILLISECONDS
    let failures = 0
    while (!stopping.signal.aborted) {
      try {
        const begun = await begin()
        forget()
        link = begun.link
        waiting.forEach((tell) => tell())
        retry = FIRST_RETRY_MILLISECONDS
        failures = 0
        await renewUntil(begun.over, begun.link)
      } catch (problem) {
        failures += 1
        if (failures === FAILURES_WORTH_TELLING) log.warn({ err: problem }, 'Pages are made anew for each visitor: changes cannot be heard.')
      }
      const last = link
      link = undefined
      forget()
      if (last) await part(last)
      await pause(retry, undefined, { signal: stopping.signal }).catch(() => {})
      retry = Math.min(retry * 2, LAST_RETRY_MILLISECONDS)
    }
  }

  async function part({ listener, asks, lease }: Link) {
    asks.lose()
    const parting = lease.end().then(() => listener.end())
    // One that hangs is left to itself.
    await Promise.race([parting.catch(() => listener.end()).catch(() => {}), pause(PARTING_MILLISECONDS, undefined, { ref: false })])
  }

  /** Ends when the connection does, or when another node has taken this one out. */
  async function renewUntil(over: AbortSignal, { lease }: Link) {
    for (;;) {
      await pause(pace.renewMilliseconds, undefined, { ref: false, signal: over }).catch(() => {})
      if (over.aborted || !(await untilAborted(lease.renew(), over))) return
    }
  }

  /** Refuses when nothing can be heard; whoever asked tries again on the next connection. */
  async function everyNodeHas({ listener, asks }: Link) {
    const question = await asks.ask()
    try {
      const silent = await question.missing(question.nodes, pace.answerMilliseconds)
      if (silent.length === 0) return
      // One whose row has gone has forgotten what it kept, or was seen to stand still for longer than its lease.
      const { rows } = await listener.query('update page_nodes set is_out = true where node = any ($1::uuid[]) returning node', [silent])
      if (rows.length === 0) return
      log.warn({ nodes: rows.length }, 'A node does not say that it knows of a change: its pages run out.')
      await question.missing(rows.map((row) => String(row['node'])), pace.leaseMilliseconds)
    } finally {
      question.close()
    }
  }

  const hearing = keepHearing()
  return {
    /** Whether everything that anybody was answered is known here. */
    isCurrent: () => link !== undefined && link.lease.isValid(),
    follow: (keeper: PageKeeper) => void keepers.add(keeper),
    /** After a commit that changed pages: waits until no node shows them as they were. Never fails. */
    async settled(): Promise<void> {
      const until = performance.now() + pace.leaseMilliseconds + WITHOUT_CONNECTION_MILLISECONDS
      while (performance.now() < until && !stopping.signal.aborted) {
        const mine = link
        try {
          if (mine) return await everyNodeHas(mine)
          if (!(await isKeptAnywhere())) return
          await nextLink(until - performance.now())
        } catch {
          // The connection went, and with it what this node kept; or nobody can be asked at all.
          if (link === mine) await pause(FIRST_RETRY_MILLISECONDS)
        }
      }
      if (!stopping.signal.aborted) log.error('A change of pages was told to nobody for so long that no node shows them any more.')
    },
    async stop() {
      stopping.abort()
      await hearing
    },
  }

  function nextLink(milliseconds: number): Promise<void> {
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
