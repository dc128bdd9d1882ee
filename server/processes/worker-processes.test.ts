import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import { startWorkerProcesses, REPLACEMENT_WORKER_ENV, type WorkerMessage } from './worker-processes.ts'

const OPENING = { database: 'postgres://shop.example/shop', publicUrl: 'https://shop.example' }

/** A crew of two whose processes say and do what the test has them do; nothing is really started. */
function aCrew() {
  const forked: { send: () => void; env: object; process: { pid: number } }[] = []
  const clusterApi = Object.assign(new EventEmitter(), {
    fork: (env: object = {}) => forked[forked.push({ send: vi.fn(), env, process: { pid: forked.length } }) - 1],
    workers: {},
    schedulingPolicy: 0,
  })
  const pauses: number[] = []
  const waiting: (() => void)[] = []
  const schedule = (act: () => void, milliseconds: number) => void (pauses.push(milliseconds), waiting.push(act))
  const [log, onFailed] = [{ warn: vi.fn() }, vi.fn<(problem: Error) => void>()]
  const crew = startWorkerProcesses({ processes: 2, log, wakeOutbox: () => {}, onFailed, clusterApi: clusterApi as never, schedule })
  const tell = (place: number, told: WorkerMessage) => void clusterApi.emit('message', forked[place], told)
  return {
    crew, log, onFailed, forked, pauses, tell,
    die: (place: number) => void clusterApi.emit('exit', forked[place], 1, null),
    wait: () => waiting.shift()?.(),
    async open() {
      const places = [0, 1]
      for (const place of places) tell(place, { kind: 'listening', address: 'http://localhost:3000' })
      const opened = crew.open(OPENING)
      for (const place of places) tell(place, { kind: 'open' })
      await opened
    },
  }
}
const AWAY: WorkerMessage = { kind: 'failed', problem: 'The database cannot be used.' }

test('OPERATIONS-12 at the start one that cannot open ends the shop with its line', () => {
  const { tell, onFailed } = aCrew()
  tell(0, AWAY)
  expect(onFailed.mock.calls).toEqual([[expect.objectContaining({ message: 'The database cannot be used.' })]])
})

test('OPERATIONS-12 one that dies while the database is away is started again, ever more slowly, until the database is back', async () => {
  const { open, die, wait, tell, log, onFailed, forked, pauses } = aCrew()
  await open()
  die(0)
  for (let times = 0; times < 8; times += 1) {
    wait()
    const newest = forked.length - 1
    tell(newest, { kind: 'waiting' })
    expect(forked[newest]!.send).toHaveBeenCalledWith(OPENING)
    tell(newest, AWAY)
    die(newest)
  }
  expect(onFailed).not.toHaveBeenCalled()
  expect(pauses).toEqual([200, 400, 800, 1600, 3200, 6400, 10_000, 10_000, 10_000])
  expect(log.warn).toHaveBeenCalledWith(expect.objectContaining({ problem: 'The database cannot be used.' }), expect.any(String))
  wait()
  tell(forked.length - 1, { kind: 'open' })
  die(forked.length - 1)
  expect(pauses.at(-1)).toBe(200)
})

test('the others are started again at once, whatever one of them waits for', async () => {
  const { open, die, wait, forked, pauses } = aCrew()
  await open()
  die(0)
  wait()
  die(2)
  die(1)
  expect(pauses).toEqual([200, 400, 200])
  expect(forked.map(({ env }) => Object.keys(env)), 'only those that take a place open before they listen').toEqual([[], [], [REPLACEMENT_WORKER_ENV]])
})

test('none is started any more once the shop is to end', async () => {
  const { crew, open, die, wait, forked } = aCrew()
  await open()
  die(0)
  await crew.stop()
  wait()
  expect(forked).toHaveLength(2)
})
