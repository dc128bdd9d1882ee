import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { DatabaseAddress } from '#server/start/open-database.ts'
import { SHUTDOWN_TIMEOUT_MS } from './shutdown.ts'
import { StartupError } from '#server/start/startup-error.ts'

/** What a process that answers requests needs of the one that started it. */
export type WorkerStartMessage = { database: DatabaseAddress; publicUrl: string }
/**
 * What it tells in return: that it waits to be told what to open, or where it listens already, that it answers, that a mail
 * waits, or in one line why it cannot go on.
 */
export type WorkerMessage = { kind: 'waiting' } | { kind: 'listening'; address: string } | { kind: 'open' } | { kind: 'wake' } | { kind: 'failed'; problem: string }

/** One that served is replaced at once; one that never did most likely waits for the database, and so do those after it. */
const FIRST_RESTART_DELAY_MS = 200
const MAX_RESTART_DELAY_MS = 10_000
const KILL_TIMEOUT_MS = SHUTDOWN_TIMEOUT_MS + 3000

/** Set for a process that comes in the place of another: it listens once it can answer, for meanwhile the others do. */
export const REPLACEMENT_WORKER_ENV = 'NINTH_BEND_TAKES_A_PLACE'

type ClusterApi = Pick<typeof cluster, 'fork' | 'on' | 'schedulingPolicy' | 'workers'>
type Dependencies = {
  processes: number
  log: Pick<Logger, 'warn'>
  wakeOutbox: () => void
  onFailed: (problem: Error) => void
  /** What starts a process and hears of it. */
  clusterApi?: ClusterApi
  /** Does something so many milliseconds later. */
  schedule?: (act: () => void, milliseconds: number) => void
}

/** Several processes that listen on one port; each that dies is started again. */
export function startWorkerProcesses({ processes, log, wakeOutbox, onFailed, clusterApi = cluster, schedule = setTimeout }: Dependencies) {
  let startMessage: WorkerStartMessage | undefined
  let isOpen = false
  let isStopping = false
  const listening = new Map<Worker, string>()
  const open = new Set<Worker>()
  /** How long each was waited for before it was started. */
  const restartDelays = new Map<Worker, number>()
  const allListening = Promise.withResolvers<string>()
  const allOpen = Promise.withResolvers<void>()

  clusterApi.on('message', (worker, message: WorkerMessage) => {
    if (message.kind === 'wake') return wakeOutbox()
    if (message.kind === 'failed') {
      if (isOpen) return log.warn({ pid: worker.process.pid, problem: message.problem }, 'A process that should answer requests could not open.')
      return onFailed(new StartupError(message.problem))
    }
    if (message.kind === 'waiting') return void (startMessage && worker.send(startMessage))
    if (message.kind === 'listening') {
      listening.set(worker, message.address)
      if (listening.size === processes) allListening.resolve(message.address)
      return undefined
    }
    open.add(worker)
    if (open.size === processes) allOpen.resolve()
    return undefined
  })
  clusterApi.on('exit', (worker, code, signal) => {
    listening.delete(worker)
    const before = open.delete(worker) ? undefined : restartDelays.get(worker)
    restartDelays.delete(worker)
    if (isStopping) return
    // At the start it would only die again.
    if (!isOpen) return onFailed(new Error(`A process of the shop ended while it was opening (${signal || code}).`))
    const milliseconds = before ? Math.min(before * 2, MAX_RESTART_DELAY_MS) : FIRST_RESTART_DELAY_MS
    log.warn({ pid: worker.process.pid, code, signal, milliseconds }, 'A process that answers requests ended; another takes its place.')
    schedule(() => isStopping || restartDelays.set(clusterApi.fork({ [REPLACEMENT_WORKER_ENV]: 'yes' }), milliseconds), milliseconds)
  })
  // Each takes its connections itself: one that is handed to a process that has just died would never be answered.
  clusterApi.schedulingPolicy = cluster.SCHED_NONE
  for (let count = 0; count < processes; count += 1) clusterApi.fork()

  return {
    /** The shop's address on this machine, once every process listens there. */
    listening: allListening.promise,
    /** From here on they answer, and so do those that come in the place of another. */
    async open(what: WorkerStartMessage) {
      startMessage = what
      for (const worker of listening.keys()) worker.send(what)
      await allOpen.promise
      isOpen = true
    },
    /** Each answers what is under way; what still hangs after that is cut. */
    async stop() {
      isStopping = true
      const all = Object.values(clusterApi.workers ?? {}).filter((worker) => worker !== undefined)
      const gone = all.map((worker) => (worker.isDead() ? undefined : once(worker, 'exit')))
      for (const worker of all) worker.process.kill('SIGTERM')
      const killTimeout = new AbortController()
      await Promise.race([Promise.all(gone), pause(KILL_TIMEOUT_MS, undefined, { signal: killTimeout.signal }).catch(() => {})])
      killTimeout.abort()
      for (const worker of all) if (!worker.isDead()) worker.process.kill('SIGKILL')
    },
  }
}
