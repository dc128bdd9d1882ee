import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import type { CacheTag } from '#shop/catalogue/cache-tags/cache-tags.ts'
import { createPageCache, type RenderedPage } from './page-cache.ts'

const log = { error: vi.fn() }
/** Long enough to be worth packing. */
const text = (word: string) => `${word} `.repeat(2000)
const honey: CacheTag[] = ['product:honey', 'categories']

function page(word: string, change: Partial<RenderedPage> = {}): RenderedPage {
  return { status: 200, headers: new Headers({ 'content-type': 'text/html; charset=utf-8' }), body: Buffer.from(text(word)), tags: honey, ...change }
}

function aCache({ maxBytes }: { maxBytes?: number } = {}) {
  let isCurrent = true
  const cache = createPageCache({ isCurrent: () => isCurrent, log, ...(maxBytes !== undefined && { maxBytes }) })
  const renderings: string[] = []
  return {
    cache,
    renderings,
    setCurrent: (now: boolean) => void (isCurrent = now),
    /** What a visitor reads. */
    async read(key: string, rendered: RenderedPage = page(key)) {
      const bytes = await cache.page(key, async () => {
        renderings.push(key)
        return rendered
      })
      return bytes.encodedResponse(undefined, undefined)!.body!.toString()
    },
  }
}

/** A rendering that ends when it is told to. */
function aSlowPage() {
  const { promise, resolve } = Promise.withResolvers<RenderedPage>()
  const render = vi.fn<() => Promise<RenderedPage>>(() => promise)
  return { render, end: resolve }
}

describe('What is not there has one page, whatever its address says', () => {
  const nothing = () => page('nothing here', { status: 404, tags: ['catalogue'], coversAddress: (word) => word !== 'honey' })

  test('rendered once and kept under its own key alone', async () => {
    const { cache, read } = aCache()
    const renderNothing = vi.fn<() => Promise<RenderedPage>>(async () => nothing())
    for (const key of ['a', 'b', 'c']) {
      const bytes = await cache.page(key, async () => ({ key: 'nothing', render: renderNothing }))
      expect(bytes.encodedResponse(undefined, undefined)).toMatchObject({ status: 404, body: Buffer.from(text('nothing here')) })
      expect(cache.find(key)).toBeUndefined()
    }
    expect(renderNothing).toHaveBeenCalledTimes(1)
    expect(cache.size().pages).toBe(1)
    expect(await read('nothing')).toBe(text('nothing here'))
  })

  test('and says for which others it stands until what decides that changes', async () => {
    const { cache, setCurrent } = aCache()
    await cache.page('nothing', async () => nothing())
    expect([cache.coversAddress('nothing', 'jam'), cache.coversAddress('nothing', 'honey'), cache.coversAddress('other', 'jam')]).toEqual([true, false, false])
    setCurrent(false)
    expect(cache.coversAddress('nothing', 'jam')).toBe(false)
    setCurrent(true)
    cache.invalidate(['catalogue'])
    expect(cache.coversAddress('nothing', 'jam')).toBe(false)
  })

  test('with what differs put in for each', async () => {
    const { cache } = aCache()
    const bytesOf = (number: string) => cache.shared({ key: 'nothing', render: async () => nothing(), replace: { text: 'nothing', by: number } })
    const [first, second] = [await bytesOf('7'), await bytesOf('8')]
    expect([first, second].map((bytes) => bytes.encodedResponse(undefined, undefined)!.body!.toString().slice(0, 6))).toEqual(['7 here', '8 here'])
    expect(first.etag).not.toBe(second.etag)
    expect(cache.size().pages).toBe(1)
  })
})

describe('PERFORMANCE-6 A page is rendered once', () => {
  test('for all who ask while it is kept', async () => {
    const { read, renderings } = aCache()
    expect(await read('a')).toBe(text('a'))
    expect(await read('a')).toBe(text('a'))
    expect(renderings).toEqual(['a'])
  })

  test('for all who wait for it', async () => {
    const { cache } = aCache()
    const slow = aSlowPage()
    const waiting = [cache.page('a', slow.render), cache.page('a', slow.render), cache.page('a', slow.render)]
    slow.end(page('a'))
    const [first, ...others] = await Promise.all(waiting)
    expect(others).toEqual([first, first])
    expect(slow.render).toHaveBeenCalledTimes(1)
  })

  test('and anew after a rendering that failed', async () => {
    const { cache, read } = aCache()
    await expect(cache.page('a', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
    expect(await read('a')).toBe(text('a'))
  })
})

describe('0 stale', () => {
  test('a change drops exactly the pages that show it', async () => {
    const { cache, read, renderings } = aCache()
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

  test('a rendering that began before a change is neither kept nor joined after it', async () => {
    const { cache } = aCache()
    const old = aSlowPage()
    const before = cache.page('a', old.render)
    cache.invalidate(['product:something'])
    const after = cache.page('a', async () => page('new'))
    old.end(page('old'))
    expect((await before).encodedResponse(undefined, undefined)!.body!.toString()).toBe(text('old'))
    expect((await after).encodedResponse(undefined, undefined)!.body!.toString()).toBe(text('new'))
    expect(cache.find('a')!.encodedResponse(undefined, undefined)!.body!.toString()).toBe(text('new'))

    const late = aSlowPage()
    const alone = cache.page('b', late.render)
    cache.clearAll()
    late.end(page('old'))
    await alone
    expect(cache.find('b')).toBeUndefined()
  })

  test('a node that may have missed a change keeps nothing, shows nothing kept, and lets nobody join', async () => {
    const { cache, read, setCurrent } = aCache()
    await read('a')
    setCurrent(false)
    expect(cache.find('a')).toBeUndefined()
    const first = aSlowPage()
    const second = aSlowPage()
    const both = [cache.page('b', first.render), cache.page('b', second.render)]
    first.end(page('b'))
    second.end(page('b'))
    await Promise.all(both)
    expect(second.render).toHaveBeenCalledTimes(1)
    setCurrent(true)
    expect(cache.find('b')).toBeUndefined()
  })
})

describe('What is not for everybody is not kept', () => {
  test.each<[string, Partial<RenderedPage>]>([
    ['a page that does not say what it shows', { tags: null }],
    ['a list that could not be read', { status: 503 }],
  ])('%s', async (_what, change) => {
    const { cache, read } = aCache()
    await read('a', page('a', change))
    expect(cache.find('a')).toBeUndefined()
  })

  test('SECURITY-12 a page with a cookie is shown to nobody but who asked, not even to those who waited with them', async () => {
    const { cache } = aCache()
    const mine = aSlowPage()
    const theirs = vi.fn<() => Promise<RenderedPage>>(async () => page('theirs'))
    const both = Promise.all([cache.page('a', mine.render), cache.page('a', theirs)])
    mine.end(page('mine', { headers: new Headers({ 'set-cookie': 'session=1' }) }))
    const [own, other] = await both
    expect(own!.encodedResponse(undefined, undefined)!.headers).toContain('session=1')
    expect(other!.encodedResponse(undefined, undefined)!.headers).not.toContain('session=1')
    expect(theirs).toHaveBeenCalledTimes(1)
  })
})

test('Memory is bounded: the page that nobody asked for longest goes first, with all that leads to it', async () => {
  const { cache, read } = aCache({ maxBytes: 3 * (text('a').length + 4096) })
  for (const key of ['a', 'b', 'c']) await read(key)
  cache.find('a')
  await read('d')
  expect(['a', 'b', 'c', 'd'].filter((key) => cache.find(key))).toEqual(['a', 'c', 'd'])
  expect(cache.size().bytes).toBeLessThanOrEqual(3 * (text('a').length + 4096))
  await read('large', page('x'.repeat(100)))
  expect(cache.size()).toEqual({ pages: 0, bytes: 0 })
})

test('packed bytes count as memory too', async () => {
  const { cache, read } = aCache()
  await read('a')
  const before = cache.size().bytes
  const { body } = await cache.find('a')!.encodeResponse('gzip', undefined)
  expect(cache.size().bytes).toBe(before + body!.length)
})

describe('A page goes out as small as its browser reads it', () => {
  test('packed once for however many wait, and at its best from the second who asks for it', async () => {
    const { cache, read } = aCache()
    const body = Array.from({ length: 400 }, (_, place) => `<li>${place * 7919} pepper ${place ** 3}</li>`).join('')
    await read('a', page('a', { body: Buffer.from(body) }))
    const kept = cache.find('a')!
    const [one, other] = await Promise.all([kept.encodeResponse('gzip, br', undefined), kept.encodeResponse('gzip, br', undefined)])
    expect(one).toBe(other)
    cache.find('a')
    await vi.waitFor(() => expect(kept.encodedResponse('br', undefined)!.body!.length).toBeLessThan(one.body!.length), 10_000)
    const best = kept.encodedResponse('gzip, br', undefined)!
    expect(best.headers).toContain('br')
    expect(brotliDecompressSync(best.body!).toString()).toBe(body)
    expect(gunzipSync((await kept.encodeResponse('gzip', undefined)).body!).toString()).toBe(body)
    expect(kept.encodedResponse('identity', undefined)!.headers).not.toContain('content-encoding')
  })

  test('by zstd where it is made for one visitor alone, and by brotli where it is kept for many', async () => {
    const { cache, setCurrent } = aCache()
    const kept = await cache.page('a', async () => page('a'))
    expect((await kept.encodeResponse('gzip, br, zstd', undefined)).headers).toContain('br')
    setCurrent(false)
    const forOne = await (await cache.page('a', async () => page('a'))).encodeResponse('gzip, br, zstd', undefined)
    expect(forOne.headers).toContain('zstd')
    expect(zstdDecompressSync(forOne.body!).toString()).toBe(text('a'))
    expect((await (await cache.page('a', async () => page('a'))).encodeResponse('gzip, br', undefined)).headers).toContain('br')
  })

  test('and not at all to whoever has it: the same version in every coding', async () => {
    const { cache, read } = aCache()
    await read('a')
    const kept = cache.find('a')!
    for (const has of [kept.etag, kept.etag.slice(2), `"x", ${kept.etag}`, '*']) {
      expect(kept.encodedResponse('br', has), has).toMatchObject({ status: 304, body: null })
    }
    expect(kept.encodedResponse(undefined, '"another"')).toMatchObject({ status: 200 })
    await read('b', page('b', { status: 404, tags: null }))
    const missing = await cache.page('c', async () => page('c', { status: 404 }))
    expect(missing.encodedResponse(undefined, missing.etag)).toMatchObject({ status: 404 })
  })
})
