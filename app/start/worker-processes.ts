import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Logger } from 'pino'
import type { DatabaseAddress } from './open-database.ts'
import { SHUTDOWN_TIMEOUT_MS } from '#platform/processes/shutdown.ts'
import { StartupError } from '#platform/processes/startup-error.ts'
import { withTimeout } from '#platform/processes/with-timeout.ts'

export type WorkerStartMessage = { database: DatabaseAddress; publicUrl: string }
/** From a worker: ready for the start message, listening, open, waking the outbox, or failed. */
export type WorkerMessage =
  | { kind: 'waiting' }
  | { kind: 'listening'; address: string }
  | { kind: 'open' }
  /** app/metrics/process-messages.ts answers these. */
  | { kind: 'metrics' | 'want-metrics' }
  | { kind: 'wake' }
  | { kind: 'failed'; problem: string }

/** A worker that was open is replaced immediately; one that never opened is probably waiting for the database. */
const FIRST_RESTART_DELAY_MS = 200
const MAX_RESTART_DELAY_MS = 10_000
const KILL_TIMEOUT_MS = SHUTDOWN_TIMEOUT_MS + 3000

/** A replacement listens only once it is open, because other workers answer meanwhile. */
export const REPLACEMENT_WORKER_ENV = 'NINTH_BEND_TAKES_A_PLACE'

type ClusterApi = Pick<typeof cluster, 'fork' | 'on' | 'schedulingPolicy' | 'workers'>
type Dependencies = {
  processes: number
  log: Pick<Logger, 'warn'>
  wakeOutbox: () => void
  onFailed: (problem: Error) => void
  clusterApi?: ClusterApi
  schedule?: (action: () => void, milliseconds: number) => void
}

export function startWorkerProcesses({
  processes,
  log,
  wakeOutbox,
  onFailed,
  clusterApi = cluster,
  schedule = setTimeout,
}: Dependencies) {
  let startMessage: WorkerStartMessage | undefined
  let isOpen = false
  let isStopping = false
  const listening = new Map<Worker, string>()
  const open = new Set<Worker>()
  const restartDelays = new Map<Worker, number>()
  const allListening = Promise.withResolvers<string>()
  const allOpen = Promise.withResolvers<void>()

  clusterApi.on('message', (worker, message: WorkerMessage) => {
    if (message.kind === 'wake') return wakeOutbox()
    if (message.kind === 'failed') {
      if (isOpen)
        return log.warn(
          { workerPid: worker.process.pid, problem: message.problem },
          'A worker process could not open.',
        )
      return onFailed(new StartupError(message.problem))
    }
    if (message.kind === 'waiting') return void (startMessage && worker.send(startMessage))
    if (message.kind === 'listening') {
      listening.set(worker, message.address)
      if (listening.size === processes) allListening.resolve(message.address)
      return undefined
    }
    if (message.kind !== 'open') return undefined
    open.add(worker)
    if (open.size === processes) allOpen.resolve()
    return undefined
  })
  clusterApi.on('exit', (worker, code, signal) => {
    listening.delete(worker)
    const previousDelay = open.delete(worker) ? undefined : restartDelays.get(worker)
    restartDelays.delete(worker)
    if (isStopping) return
    // During the start, a restart would fail in the same way.
    if (!isOpen)
      return onFailed(new Error(`A process of the shop ended while it was opening (${signal || code}).`))
    const milliseconds = previousDelay
      ? Math.min(previousDelay * 2, MAX_RESTART_DELAY_MS)
      : FIRST_RESTART_DELAY_MS
    log.warn(
      { workerPid: worker.process.pid, code, signal, milliseconds },
      'A process that answers requests ended; another takes its place.',
    )
    schedule(
      () =>
        isStopping || restartDelays.set(clusterApi.fork({ [REPLACEMENT_WORKER_ENV]: 'yes' }), milliseconds),
      milliseconds,
    )
  })
  // Workers accept connections themselves: a connection passed to a worker that has just ended would be lost.
  clusterApi.schedulingPolicy = cluster.SCHED_NONE
  for (let count = 0; count < processes; count += 1) clusterApi.fork()

  return {
    listening: allListening.promise,
    /** Opens all workers, and later their replacements. */
    async open(message: WorkerStartMessage) {
      startMessage = message
      for (const worker of listening.keys()) worker.send(message)
      await allOpen.promise
      isOpen = true
    },
    /** With 'drain', workers answer requests for up to `drainSeconds` more. */
    async stop(mode: 'drain' | 'at once' = 'at once', drainSeconds = 0) {
      isStopping = true
      const all = Object.values(clusterApi.workers ?? {}).filter((worker) => worker !== undefined)
      const exited = all.map((worker) => (worker.isDead() ? Promise.resolve() : once(worker, 'exit')))
      for (const worker of all) worker.process.kill(mode === 'drain' ? 'SIGTERM' : 'SIGINT')
      await withTimeout(Promise.all(exited), KILL_TIMEOUT_MS + drainSeconds * 1000)
      for (const worker of all) if (!worker.isDead()) worker.process.kill('SIGKILL')
    },
  }
}
