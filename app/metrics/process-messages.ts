import cluster, { type Worker } from 'node:cluster'
import { withTimeout } from '#platform/processes/with-timeout.ts'
import type { ProcessMetrics } from './registry.ts'

/** From the primary process: requests metrics, or answers with those of all processes. */
type PrimaryMessage =
  | { kind: 'collect-metrics'; id: number }
  | { kind: 'all-metrics'; id: number; processes: ProcessMetrics[] }
/** From a worker process: answers with its metrics, or requests those of all. */
type WorkerMetricsMessage =
  | { kind: 'metrics'; id: number; metrics: ProcessMetrics }
  | { kind: 'want-metrics'; id: number }
/** The metrics of each process of the node that answers in time. */
export type CollectProcesses = () => Promise<ProcessMetrics[]>

/** A scrape omits workers that are starting or ending. */
const ANSWER_TIMEOUT_MS = 2_000
const PRIMARY_TIMEOUT_MS = 8_000

type Waiting<Answer> = Map<number, (answer: Answer) => void>
type ClusterApi = Pick<typeof cluster, 'on'>
type ProcessApi = Pick<NodeJS.Process, 'on' | 'send'>

/** Asks only workers that are open: one still starting would misread this as its start message. */
export function collectInPrimary(
  collectOwn: () => Promise<ProcessMetrics>,
  clusterApi: ClusterApi = cluster,
): CollectProcesses {
  const openWorkers = new Set<Worker>()
  const waiting: Waiting<ProcessMetrics> = new Map()
  let lastId = 0

  async function ask(worker: Worker): Promise<ProcessMetrics | null> {
    const id = (lastId += 1)
    const answer = new Promise<ProcessMetrics>((resolve) => void waiting.set(id, resolve))
    worker.send({ kind: 'collect-metrics', id } satisfies PrimaryMessage, undefined, undefined, () => {})
    return withTimeout(answer, ANSWER_TIMEOUT_MS).finally(() => waiting.delete(id))
  }
  async function collectAll() {
    const all = await Promise.all([collectOwn(), ...[...openWorkers].map(ask)])
    return all.filter((metrics) => metrics !== null)
  }

  clusterApi.on('message', (worker, message: WorkerMetricsMessage | { kind: 'open' }) => {
    if (message.kind === 'open') openWorkers.add(worker)
    if (message.kind === 'metrics') waiting.get(message.id)?.(message.metrics)
    if (message.kind === 'want-metrics')
      void collectAll().then((processes) =>
        worker.send(
          { kind: 'all-metrics', id: message.id, processes } satisfies PrimaryMessage,
          undefined,
          undefined,
          () => {},
        ),
      )
  })
  clusterApi.on('exit', (worker) => openWorkers.delete(worker))
  return collectAll
}

/** Answers the primary process, and requests the metrics of all processes from it. */
export function collectInWorker(
  collectOwn: () => Promise<ProcessMetrics>,
  processApi: ProcessApi = process,
): CollectProcesses {
  const waiting: Waiting<ProcessMetrics[]> = new Map()
  let lastId = 0
  const send = (message: WorkerMetricsMessage) =>
    void processApi.send?.(message, undefined, undefined, () => {})
  processApi.on('message', (message: PrimaryMessage) => {
    if (message.kind === 'collect-metrics')
      void collectOwn().then((metrics) => send({ kind: 'metrics', id: message.id, metrics }))
    if (message.kind === 'all-metrics') waiting.get(message.id)?.(message.processes)
  })
  return async () => {
    const id = (lastId += 1)
    const answer = new Promise<ProcessMetrics[]>((resolve) => void waiting.set(id, resolve))
    send({ kind: 'want-metrics', id })
    const processes = await withTimeout(answer, PRIMARY_TIMEOUT_MS).finally(() => waiting.delete(id))
    return processes ?? [await collectOwn()]
  }
}
