import { expect, onTestFinished, test, vi } from 'vitest'
import { createPageCache, type RenderedPage } from './page-cache.ts'
import { createOutageDetector } from './stale-pages.ts'

const rendered = (word: string, changes: Partial<RenderedPage> = {}): RenderedPage => ({
  status: 200,
  headers: new Headers({ 'content-type': 'text/html; charset=utf-8' }),
  body: Buffer.from(word),
  tags: ['categories'],
  ...changes,
})
const failure = () => rendered('no products', { status: 503, tags: null, hasFailed: true })

function createCache(staleWhileAwaySeconds = 60) {
  let isCurrent = true
  let currentAt = Date.now()
  const cache = createPageCache({
    isCurrent: () => isCurrent,
    lastCurrentAt: () => currentAt,
    staleWhileAwaySeconds,
    log: { error: vi.fn() },
  })
  return {
    cache,
    async read(render: () => Promise<RenderedPage>, key = 'home') {
      const response = await (await cache.page(key, render)).encodeResponse(undefined, undefined)
      const header = (name: string) => response.headers[response.headers.indexOf(name) + 1]
      return {
        status: response.status,
        body: response.body?.toString(),
        cacheStatus: response.headers.includes('cache-status') ? header('cache-status') : undefined,
        age: response.headers.includes('age') ? header('age') : undefined,
      }
    },
    loseConnection(secondsAgo = 0) {
      isCurrent = false
      currentAt = Date.now() - secondsAgo * 1000
      cache.suspend()
    },
    reconnect() {
      cache.clearAll()
      isCurrent = true
    },
  }
}

test('FLEET-5 a page that was kept is served while the database is away, with its age and a Cache-Status', async () => {
  const { read, loseConnection } = createCache()
  await read(async () => rendered('honey'))
  loseConnection(12)
  const stale = await read(async () => failure())
  expect(stale).toMatchObject({ status: 200, body: 'honey' })
  expect(Number(stale.age)).toBeGreaterThanOrEqual(12)
  expect(stale.cacheStatus).toBe(`ninth-bend; hit; ttl=-${stale.age}; detail=database-away`)
  const thrown = await read(() => Promise.reject(new Error('no database')))
  expect(thrown.body).toBe('honey')
})

test('FLEET-5 a page that was not kept fails as before', async () => {
  const { read, loseConnection } = createCache()
  loseConnection()
  expect(await read(async () => failure())).toMatchObject({ status: 503, cacheStatus: undefined })
  await expect(read(() => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
})

test('FLEET-6 a page older than STALE_WHILE_AWAY_SECONDS is not served, and with 0 none is', async () => {
  for (const [limit, age] of [
    [60, 61],
    [0, 0],
  ] as const) {
    const { read, loseConnection } = createCache(limit)
    await read(async () => rendered('honey'))
    loseConnection(age)
    expect((await read(async () => failure())).status).toBe(503)
  }
})

test('FLEET-7 while only the connection for notifications is lost, pages are rendered from the database', async () => {
  const { read, loseConnection } = createCache()
  await read(async () => rendered('old price'))
  loseConnection()
  expect(await read(async () => rendered('new price'))).toMatchObject({
    body: 'new price',
    cacheStatus: undefined,
  })
  // A reader who saw the new price never gets the old one again.
  expect((await read(async () => failure())).status).toBe(503)
})

test('FLEET-7 no page that was kept is served after the connection is back', async () => {
  const { read, loseConnection, reconnect } = createCache()
  await read(async () => rendered('old price'))
  loseConnection()
  await read(async () => failure())
  reconnect()
  expect(await read(async () => rendered('new price'))).toMatchObject({
    body: 'new price',
    cacheStatus: undefined,
  })
})

test('a rendering that began before the connection was lost is not kept', async () => {
  const { cache, read, loseConnection } = createCache()
  const slow = Promise.withResolvers<RenderedPage>()
  const reading = cache.page('home', () => slow.promise)
  loseConnection()
  slow.resolve(rendered('perhaps old'))
  await reading
  expect((await read(async () => failure())).status).toBe(503)
})

test('FLEET-5 while the database is away, no request waits for it, and one rendering at a time tries it', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const detector = createOutageDetector({ attemptTimeoutMs: 50, attemptIntervalMs: 30 })
  const silent = vi.fn(() => new Promise<{ hasFailed: boolean }>(() => {}))
  const first = detector.attempt(silent)
  await vi.advanceTimersByTimeAsync(50)
  expect(await first, 'too slow').toBeNull()
  expect(await detector.attempt(silent)).toBeNull()
  expect(silent).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(40)
  const answered = vi.fn<() => void>()
  for (const attempt of [detector.attempt(silent), detector.attempt(silent)]) void attempt.then(answered)
  await vi.advanceTimersByTimeAsync(0)
  expect([answered.mock.calls.length, silent.mock.calls.length], 'while the attempt goes on').toEqual([2, 2])
  await vi.advanceTimersByTimeAsync(100)
  const works = async () => ({ hasFailed: false })
  expect(await detector.attempt(works), 'tried for the next request').toBeNull()
  await vi.advanceTimersByTimeAsync(0)
  expect(await detector.attempt(works)).toEqual({ hasFailed: false })
  expect(await detector.attempt(works), 'all try again').toEqual({ hasFailed: false })
})
