import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { DatabaseAddress } from '#server/start/open-database.ts'
import { PATIENCE_MILLISECONDS } from './shutdown.ts'
import { PlainProblem } from '#server/start/startup-error.ts'

/** What a process that answers requests needs of the one that started it. */
export type Opening = { database: DatabaseAddress; publicUrl: string }
/**
 * What it tells in return: that it waits to be told what to open, or where it listens already, that it answers, that a mail
 * waits, or in one line why it cannot go on.
 */
export type Told = { kind: 'waiting' } | { kind: 'listening'; address: string } | { kind: 'open' } | { kind: 'wake' } | { kind: 'failed'; problem: string }

/** One that served is replaced at once; one that never did most likely waits for the database, and so do those after it. */
const FIRST_PAUSE_MILLISECONDS = 200
const LONGEST_PAUSE_MILLISECONDS = 10_000
const KILL_MILLISECONDS = PATIENCE_MILLISECONDS + 3000

/** Set for a process that comes in the place of another: it listens once it can answer, for meanwhile the others do. */
export const TAKES_A_PLACE = 'NINTH_BEND_TAKES_A_PLACE'

type Starter = Pick<typeof cluster, 'fork' | 'on' | 'schedulingPolicy' | 'workers'>
type Parts = {
  processes: number
  log: Pick<Logger, 'warn'>
  wakeOutbox: () => void
  onFailed: (problem: Error) => void
  /** What starts a process and hears of it. */
  starter?: Starter
  /** Does something so many milliseconds later. */
  later?: (act: () => void, milliseconds: number) => void
}

/** Several processes that listen on one port; each that dies is started again. */
export function startCrew({ processes, log, wakeOutbox, onFailed, starter = cluster, later = setTimeout }: Parts) {
  let opening: Opening | undefined
  let isOpen = false
  let isStopping = false
  const listening = new Map<Worker, string>()
  const open = new Set<Worker>()
  /** How long each was waited for before it was started. */
  const pauses = new Map<Worker, number>()
  const allListen = Promise.withResolvers<string>()
  const allAreOpen = Promise.withResolvers<void>()

  starter.on('message', (worker, told: Told) => {
    if (told.kind === 'wake') return wakeOutbox()
    if (told.kind === 'failed') {
      if (isOpen) return log.warn({ pid: worker.process.pid, problem: told.problem }, 'A process that should answer requests could not open.')
      return onFailed(new PlainProblem(told.problem))
    }
    if (told.kind === 'waiting') return void (opening && worker.send(opening))
    if (told.kind === 'listening') {
      listening.set(worker, told.address)
      if (listening.size === processes) allListen.resolve(told.address)
      return undefined
    }
    open.add(worker)
    if (open.size === processes) allAreOpen.resolve()
    return undefined
  })
  starter.on('exit', (worker, code, signal) => {
    listening.delete(worker)
    const before = open.delete(worker) ? undefined : pauses.get(worker)
    pauses.delete(worker)
    if (isStopping) return
    // At the start it would only die again.
    if (!isOpen) return onFailed(new Error(`A process of the shop ended while it was opening (${signal || code}).`))
    const milliseconds = before ? Math.min(before * 2, LONGEST_PAUSE_MILLISECONDS) : FIRST_PAUSE_MILLISECONDS
    log.warn({ pid: worker.process.pid, code, signal, milliseconds }, 'A process that answers requests ended; another takes its place.')
    later(() => isStopping || pauses.set(starter.fork({ [TAKES_A_PLACE]: 'yes' }), milliseconds), milliseconds)
  })
  // Each takes its connections itself: one that is handed to a process that has just died would never be answered.
  starter.schedulingPolicy = cluster.SCHED_NONE
  for (let count = 0; count < processes; count += 1) starter.fork()

  return {
    /** The shop's address on this machine, once every process listens there. */
    listening: allListen.promise,
    /** From here on they answer, and so do those that come in the place of another. */
    async open(what: Opening) {
      opening = what
      for (const worker of listening.keys()) worker.send(what)
      await allAreOpen.promise
      isOpen = true
    },
    /** Each answers what is under way; what still hangs after that is cut. */
    async stop() {
      isStopping = true
      const all = Object.values(starter.workers ?? {}).filter((worker) => worker !== undefined)
      const gone = all.map((worker) => (worker.isDead() ? undefined : once(worker, 'exit')))
      for (const worker of all) worker.process.kill('SIGTERM')
      const late = new AbortController()
      await Promise.race([Promise.all(gone), pause(KILL_MILLISECONDS, undefined, { signal: late.signal }).catch(() => {})])
      late.abort()
      for (const worker of all) if (!worker.isDead()) worker.process.kill('SIGKILL')
    },
  }
}
