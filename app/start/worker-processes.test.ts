import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import { startWorkerProcesses, REPLACEMENT_WORKER_ENV, type WorkerMessage } from './worker-processes.ts'

const OPENING = { database: 'postgres://shop.example/shop', publicUrl: 'https://shop.example' }

function createWorkers() {
  const forked: { send: () => void; env: object; process: { pid: number } }[] = []
  const running: Record<string, unknown> = {}
  const clusterApi = Object.assign(new EventEmitter(), {
    fork: (env: object = {}) =>
      forked[forked.push({ send: vi.fn(), env, process: { pid: forked.length } }) - 1],
    workers: running,
    schedulingPolicy: 0,
  })
  const delays: number[] = []
  const waiting: (() => void)[] = []
  const schedule = (action: () => void, milliseconds: number) =>
    void (delays.push(milliseconds), waiting.push(action))
  const [log, onFailed] = [{ warn: vi.fn() }, vi.fn<(problem: Error) => void>()]
  const workers = startWorkerProcesses({
    processes: 2,
    log,
    wakeOutbox: () => {},
    onFailed,
    clusterApi: clusterApi as never,
    schedule,
  })
  const sendMessage = (index: number, message: WorkerMessage) =>
    void clusterApi.emit('message', forked[index], message)
  return {
    workers,
    clusterApi,
    log,
    onFailed,
    forked,
    delays,
    sendMessage,
    die: (index: number) => void clusterApi.emit('exit', forked[index], 1, null),
    wait: () => waiting.shift()?.(),
    async open() {
      const indexes = [0, 1]
      for (const index of indexes) sendMessage(index, { kind: 'listening', address: 'http://localhost:3000' })
      const opened = workers.open(OPENING)
      for (const index of indexes) sendMessage(index, { kind: 'open' })
      await opened
    },
  }
}
const DATABASE_UNAVAILABLE: WorkerMessage = { kind: 'failed', problem: 'The database cannot be used.' }

test('OPERATIONS-12 a worker that cannot open at the start stops the shop with its message', () => {
  const { sendMessage, onFailed } = createWorkers()
  sendMessage(0, DATABASE_UNAVAILABLE)
  expect(onFailed.mock.calls).toEqual([
    [expect.objectContaining({ message: 'The database cannot be used.' })],
  ])
})

test('OPERATIONS-12 a worker that fails while the database is unavailable is restarted with growing delays', async () => {
  const { open, die, wait, sendMessage, log, onFailed, forked, delays } = createWorkers()
  await open()
  die(0)
  for (let times = 0; times < 8; times += 1) {
    wait()
    const newest = forked.length - 1
    sendMessage(newest, { kind: 'waiting' })
    expect(forked[newest]!.send).toHaveBeenCalledWith(OPENING)
    sendMessage(newest, DATABASE_UNAVAILABLE)
    die(newest)
  }
  expect(onFailed).not.toHaveBeenCalled()
  expect(delays).toEqual([200, 400, 800, 1600, 3200, 6400, 10_000, 10_000, 10_000])
  expect(log.warn).toHaveBeenCalledWith(
    expect.objectContaining({ problem: 'The database cannot be used.' }),
    expect.any(String),
  )
  wait()
  sendMessage(forked.length - 1, { kind: 'open' })
  die(forked.length - 1)
  expect(delays.at(-1)).toBe(200)
})

test('other workers are restarted without waiting for a delayed one', async () => {
  const { open, die, wait, forked, delays } = createWorkers()
  await open()
  die(0)
  wait()
  die(2)
  die(1)
  expect(delays).toEqual([200, 400, 200])
  expect(
    forked.map(({ env }) => Object.keys(env)),
    'only replacements open before they listen',
  ).toEqual([[], [], [REPLACEMENT_WORKER_ENV]])
})

test('no worker is restarted during shutdown', async () => {
  const { workers, open, die, wait, forked } = createWorkers()
  await open()
  die(0)
  await workers.stop()
  wait()
  expect(forked).toHaveLength(2)
})

test.each([
  ['drain', 'SIGTERM'],
  ['at once', 'SIGINT'],
] as const)('FLEET-4 to stop (%s), each worker process gets %s', async (mode, signal) => {
  const { workers, clusterApi } = createWorkers()
  let isDead = false
  const kill = vi.fn<(given: string) => void>(() => {
    isDead = true
    queueMicrotask(() => worker.emit('exit'))
  })
  const worker = Object.assign(new EventEmitter(), { isDead: () => isDead, process: { kill } })
  clusterApi.workers['1'] = worker
  await workers.stop(mode, 5)
  expect(kill.mock.calls).toEqual([[signal]])
})
