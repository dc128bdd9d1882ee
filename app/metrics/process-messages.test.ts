import { EventEmitter } from 'node:events'
import type cluster from 'node:cluster'
import { expect, test } from 'vitest'
import { createMetrics, formatMetrics } from './metrics.ts'
import { collectInPrimary, collectInWorker } from './process-messages.ts'

/** A worker process and the primary process, which exchange messages like node:cluster. */
function connectWorker(clusterEvents: EventEmitter, name: string) {
  const processEvents = new EventEmitter()
  const received: unknown[] = []
  const worker = {
    send(message: unknown) {
      received.push(message)
      setImmediate(() => processEvents.emit('message', structuredClone(message)))
    },
  }
  const metrics = createMetrics(name)
  const processApi = Object.assign(processEvents, {
    send: (message: unknown) =>
      void setImmediate(() => clusterEvents.emit('message', worker, structuredClone(message))),
  })
  return {
    metrics,
    received,
    collect: collectInWorker(metrics.collect, processApi as unknown as NodeJS.Process),
    open: () => clusterEvents.emit('message', worker, { kind: 'open' }),
    exit: () => clusterEvents.emit('exit', worker),
  }
}

function startPrimary() {
  const events = new EventEmitter()
  const metrics = createMetrics('primary')
  const collect = collectInPrimary(metrics.collect, events as unknown as typeof cluster)
  return { events, collect }
}
const processesIn = (text: string) =>
  [...text.matchAll(/^process_start_time_seconds\{process="([\w-]+)"\}/gm)].map(([, name]) => name)

test('MONITOR-4 the primary process answers with the metrics of all open workers', async () => {
  const { events, collect } = startPrimary()
  const [first, second, starting] = ['worker-1', 'worker-2', 'worker-3'].map((name) =>
    connectWorker(events, name),
  )
  first!.open()
  second!.open()
  first!.metrics.requests.countCached('html /', 'GET', 200)
  second!.metrics.requests.countCached('html /', 'GET', 200)
  const text = await formatMetrics(await collect())
  expect(processesIn(text)).toEqual(['primary', 'worker-1', 'worker-2'])
  expect(text).toContain(
    'ninth_bend_http_requests_total{method="GET",status="200",route="home",process="worker-1"} 1\n',
  )
  expect(text).toContain(
    'ninth_bend_http_requests_total{method="GET",status="200",route="home",process="worker-2"} 1\n',
  )
  // It would misread the question as its start message.
  expect(starting!.received).toEqual([])
  second!.exit()
  expect(processesIn(await formatMetrics(await collect()))).toEqual(['primary', 'worker-1'])
})

test('MONITOR-4 a worker answers with the metrics of all', async () => {
  const { events } = startPrimary()
  const [first, second] = ['worker-1', 'worker-2'].map((name) => connectWorker(events, name))
  first!.open()
  second!.open()
  expect(processesIn(await formatMetrics(await second!.collect()))).toEqual([
    'primary',
    'worker-1',
    'worker-2',
  ])
})

test('MONITOR-3 two readings count each request once', async () => {
  const metrics = createMetrics('only')
  const read = async () =>
    /^ninth_bend_http_requests_total\{.*\} (\d+)$/m.exec(await formatMetrics([await metrics.collect()]))?.[1]
  metrics.requests.countCached('html /', 'GET', 200)
  metrics.requests.onFinished({
    method: 'GET',
    route: 'home',
    status: 200,
    seconds: 0.1,
    bytes: 1,
    requestId: '',
  })
  expect(await read()).toBe('2')
  expect(await read()).toBe('2')
  metrics.requests.countCached('html /', 'GET', 200)
  expect(await read()).toBe('3')
})
