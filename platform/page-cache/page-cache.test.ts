import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import type { CacheTag } from '#shop/cache-tags/cache-tags.ts'
import { createPageCache, type RenderedPage } from './page-cache.ts'

const log = { error: vi.fn() }
/** Long enough to be compressed. */
const text = (word: string) => `${word} `.repeat(2000)
const honey: CacheTag[] = ['product:honey', 'categories']

function page(word: string, changes: Partial<RenderedPage> = {}): RenderedPage {
  return {
    status: 200,
    headers: new Headers({ 'content-type': 'text/html; charset=utf-8' }),
    body: Buffer.from(text(word)),
    tags: honey,
    ...changes,
  }
}

function createCache({ maxBytes }: { maxBytes?: number } = {}) {
  let isCurrent = true
  const cache = createPageCache({
    isCurrent: () => isCurrent,
    log,
    ...(maxBytes !== undefined && { maxBytes }),
  })
  const renderings: string[] = []
  return {
    cache,
    renderings,
    setCurrent: (now: boolean) => void (isCurrent = now),
    async read(key: string, rendered: RenderedPage = page(key)) {
      const bytes = await cache.page(key, async () => {
        renderings.push(key)
        return rendered
      })
      return bytes.encodedResponse(undefined, undefined)!.body!.toString()
    },
  }
}

function createSlowRender() {
  const { promise, resolve } = Promise.withResolvers<RenderedPage>()
  const render = vi.fn<() => Promise<RenderedPage>>(() => promise)
  return { render, end: resolve }
}

describe('All not-found URLs of a kind share one page', () => {
  const notFoundPage = () =>
    page('nothing here', { status: 404, tags: ['catalogue'], coversAddress: (word) => word !== 'honey' })

  test('rendered once and cached under its own key only', async () => {
    const { cache, read } = createCache()
    const renderNotFound = vi.fn<() => Promise<RenderedPage>>(async () => notFoundPage())
    for (const key of ['a', 'b', 'c']) {
      const bytes = await cache.page(key, async () => ({ key: 'nothing', render: renderNotFound }))
      expect(bytes.encodedResponse(undefined, undefined)).toMatchObject({
        status: 404,
        body: Buffer.from(text('nothing here')),
      })
      expect(cache.find(key)).toBeUndefined()
    }
    expect(renderNotFound).toHaveBeenCalledTimes(1)
    expect(cache.size().pages).toBe(1)
    expect(await read('nothing')).toBe(text('nothing here'))
  })

  test('and knows which other URLs it covers until it is invalidated', async () => {
    const { cache, setCurrent } = createCache()
    await cache.page('nothing', async () => notFoundPage())
    expect([
      cache.coversAddress('nothing', 'jam'),
      cache.coversAddress('nothing', 'honey'),
      cache.coversAddress('other', 'jam'),
    ]).toEqual([true, false, false])
    setCurrent(false)
    expect(cache.coversAddress('nothing', 'jam')).toBe(false)
    setCurrent(true)
    cache.invalidate(['catalogue'])
    expect(cache.coversAddress('nothing', 'jam')).toBe(false)
  })

  test('with the differing text replaced for each', async () => {
    const { cache } = createCache()
    const bytesOf = (number: string) =>
      cache.shared({
        key: 'nothing',
        render: async () => notFoundPage(),
        replace: { text: 'nothing', by: number },
      })
    const [first, second] = [await bytesOf('7'), await bytesOf('8')]
    expect(
      [first, second].map((bytes) =>
        bytes.encodedResponse(undefined, undefined)!.body!.toString().slice(0, 6),
      ),
    ).toEqual(['7 here', '8 here'])
    expect(first.etag).not.toBe(second.etag)
    expect(cache.size().pages).toBe(1)
  })
})

describe('PERFORMANCE-6 A page is rendered once', () => {
  test('while it is cached', async () => {
    const { read, renderings } = createCache()
    expect(await read('a')).toBe(text('a'))
    expect(await read('a')).toBe(text('a'))
    expect(renderings).toEqual(['a'])
  })

  test('for concurrent requests', async () => {
    const { cache } = createCache()
    const slow = createSlowRender()
    const waiting = [cache.page('a', slow.render), cache.page('a', slow.render), cache.page('a', slow.render)]
    slow.end(page('a'))
    const [first, ...others] = await Promise.all(waiting)
    expect(others).toEqual([first, first])
    expect(slow.render).toHaveBeenCalledTimes(1)
  })

  test('and again after a failed rendering', async () => {
    const { cache, read } = createCache()
    await expect(cache.page('a', () => Promise.reject(new Error('no database')))).rejects.toThrow(
      'no database',
    )
    expect(await read('a')).toBe(text('a'))
  })
})

describe('No stale pages', () => {
  test('a change invalidates exactly the pages with its tags', async () => {
    const { cache, read, renderings } = createCache()
    await read('honey')
    await read('rice', page('rice', { tags: ['product:rice', 'categories'] }))
    cache.invalidate(['product:rice', 'product:unknown'])
    expect([cache.find('honey') !== undefined, cache.find('rice')]).toEqual([true, undefined])
    cache.invalidate(['categories'])
    expect(cache.find('honey')).toBeUndefined()
    await read('honey')
    expect(renderings).toEqual(['honey', 'rice', 'honey'])
    cache.invalidate(['everything'])
    expect(cache.size()).toEqual({ pages: 0, bytes: 0 })
  })

  test('a rendering started before a change is neither cached nor shared with later requests', async () => {
    const { cache } = createCache()
    const old = createSlowRender()
    const before = cache.page('a', old.render)
    cache.invalidate(['product:something'])
    const after = cache.page('a', async () => page('new'))
    old.end(page('old'))
    expect((await before).encodedResponse(undefined, undefined)!.body!.toString()).toBe(text('old'))
    expect((await after).encodedResponse(undefined, undefined)!.body!.toString()).toBe(text('new'))
    expect(cache.find('a')!.encodedResponse(undefined, undefined)!.body!.toString()).toBe(text('new'))

    const late = createSlowRender()
    const alone = cache.page('b', late.render)
    cache.clearAll()
    late.end(page('old'))
    await alone
    expect(cache.find('b')).toBeUndefined()
  })

  test('a node without a valid lease caches nothing, serves nothing cached, and shares no renderings', async () => {
    const { cache, read, setCurrent } = createCache()
    await read('a')
    setCurrent(false)
    expect(cache.find('a')).toBeUndefined()
    const first = createSlowRender()
    const second = createSlowRender()
    const both = [cache.page('b', first.render), cache.page('b', second.render)]
    first.end(page('b'))
    second.end(page('b'))
    await Promise.all(both)
    expect(second.render).toHaveBeenCalledTimes(1)
    setCurrent(true)
    expect(cache.find('b')).toBeUndefined()
  })
})

describe('Private or incomplete pages are not cached', () => {
  test.each<[string, Partial<RenderedPage>]>([
    ['a page without cache tags', { tags: null }],
    ['a page with status 503', { status: 503 }],
  ])('%s', async (_what, changes) => {
    const { cache, read } = createCache()
    await read('a', page('a', changes))
    expect(cache.find('a')).toBeUndefined()
  })

  test('SECURITY-12 a page with a cookie is sent only to its own request, not to concurrent ones', async () => {
    const { cache } = createCache()
    const mine = createSlowRender()
    const theirs = vi.fn<() => Promise<RenderedPage>>(async () => page('theirs'))
    const both = Promise.all([cache.page('a', mine.render), cache.page('a', theirs)])
    mine.end(page('mine', { headers: new Headers({ 'set-cookie': 'session=1' }) }))
    const [own, other] = await both
    expect(own.encodedResponse(undefined, undefined)!.headers).toContain('session=1')
    expect(other.encodedResponse(undefined, undefined)!.headers).not.toContain('session=1')
    expect(theirs).toHaveBeenCalledTimes(1)
  })
})

test('Memory is bounded: the least recently used page is evicted first', async () => {
  const { cache, read } = createCache({ maxBytes: 3 * (text('a').length + 4096) })
  for (const key of ['a', 'b', 'c']) await read(key)
  cache.find('a')
  await read('d')
  expect(['a', 'b', 'c', 'd'].filter((key) => cache.find(key))).toEqual(['a', 'c', 'd'])
  expect(cache.size().bytes).toBeLessThanOrEqual(3 * (text('a').length + 4096))
  await read('large', page('x'.repeat(100)))
  expect(cache.size()).toEqual({ pages: 0, bytes: 0 })
})

test('compressed bytes count towards the size', async () => {
  const { cache, read } = createCache()
  await read('a')
  const before = cache.size().bytes
  const { body } = await cache.find('a')!.encodeResponse('gzip', undefined)
  expect(cache.size().bytes).toBe(before + body!.length)
})

describe('A page is sent in the smallest encoding of its browser', () => {
  test('compressed once for concurrent requests, and at best quality from the second request', async () => {
    const { cache, read } = createCache()
    const body = Array.from(
      { length: 400 },
      (_, index) => `<li>${index * 7919} pepper ${index ** 3}</li>`,
    ).join('')
    await read('a', page('a', { body: Buffer.from(body) }))
    const cached = cache.find('a')!
    const [one, other] = await Promise.all([
      cached.encodeResponse('gzip, br', undefined),
      cached.encodeResponse('gzip, br', undefined),
    ])
    expect(one).toBe(other)
    cache.find('a')
    await vi.waitFor(
      () => expect(cached.encodedResponse('br', undefined)!.body!.length).toBeLessThan(one.body!.length),
      10_000,
    )
    const best = cached.encodedResponse('gzip, br', undefined)!
    expect(best.headers).toContain('br')
    expect(brotliDecompressSync(best.body!).toString()).toBe(body)
    expect(gunzipSync((await cached.encodeResponse('gzip', undefined)).body!).toString()).toBe(body)
    expect(cached.encodedResponse('identity', undefined)!.headers).not.toContain('content-encoding')
  })

  test('by zstd if it is private, by brotli if it is cached', async () => {
    const { cache, setCurrent } = createCache()
    const cached = await cache.page('a', async () => page('a'))
    expect((await cached.encodeResponse('gzip, br, zstd', undefined)).headers).toContain('br')
    setCurrent(false)
    const forOne = await (
      await cache.page('a', async () => page('a'))
    ).encodeResponse('gzip, br, zstd', undefined)
    expect(forOne.headers).toContain('zstd')
    expect(zstdDecompressSync(forOne.body!).toString()).toBe(text('a'))
    expect(
      (await (await cache.page('a', async () => page('a'))).encodeResponse('gzip, br', undefined)).headers,
    ).toContain('br')
  })

  test('and not at all with a matching ETag, which all encodings share', async () => {
    const { cache, read } = createCache()
    await read('a')
    const cached = cache.find('a')!
    for (const ifNoneMatch of [cached.etag!, cached.etag!.slice(2), `"x", ${cached.etag}`, '*']) {
      expect(cached.encodedResponse('br', ifNoneMatch), ifNoneMatch).toMatchObject({
        status: 304,
        body: null,
      })
    }
    expect(cached.encodedResponse(undefined, '"another"')).toMatchObject({ status: 200 })
    await read('b', page('b', { status: 404, tags: null }))
    const missing = await cache.page('c', async () => page('c', { status: 404 }))
    expect(missing.encodedResponse(undefined, missing.etag)).toMatchObject({ status: 404 })
  })
})
