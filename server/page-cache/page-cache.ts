import type { Logger } from 'pino'
import type { CacheTag } from '#shop/catalogue/cache-tags/cache-tags.ts'
import { createEncodedPage, type EncodedPage } from './encoded-page.ts'

/** A page as it was rendered. What `shown` does not say is shown to those who waited for it, and not kept. */
export type RenderedPage = {
  status: number
  headers: Headers
  body: Buffer
  tags: readonly CacheTag[] | null
  /** Of a page of something that is not there: whether that of this word is not there either, while the page is kept. */
  coversAddress?: ((word: string) => boolean) | undefined
}
/** What is not there looks the same wherever it was asked for: one rendering, kept under a key of its own, answers all. */
export type SharedPageRequest = {
  key: string
  render: () => Promise<RenderedPage | SharedPageRequest>
  /** What differs: a text that stands for another one. */
  replace?: { text: string; by: string }
}
export type PageCache = ReturnType<typeof createPageCache>
type Dependencies = {
  /** Whether every change that anybody may know of has been heard here. */
  isCurrent: () => boolean
  log: Pick<Logger, 'error'>
  maxBytes?: number
}
type Entry = { key: string; bytes: EncodedPage; tags: readonly string[]; byteSize: number; requestCount: number; coversAddress?: RenderedPage['coversAddress'] }
type EncodedRendering = { bytes: EncodedPage; isShareable: boolean }

const MAX_BYTES = 64 * 2 ** 20
/** A page that nobody asks for again is not worth the best packing. */
const REQUESTS_BEFORE_BEST_COMPRESSION = 2
const CACHEABLE_STATUS = new Set([200, 404])
/** Keys, headers and what keeps them together. */
const ENTRY_OVERHEAD_BYTES = 4096

/**
 * Public pages, ready to be sent. What a page shows is known, and when a part of that changes, the page goes.
 * A rendering that began before a change is neither kept nor joined by those who ask after it.
 */
export function createPageCache({ isCurrent, log, maxBytes = MAX_BYTES }: Dependencies) {
  /** Those asked for last are last. */
  const entries = new Map<string, Entry>()
  /** The one put there last: moved again, a small map would be built anew for each answer. */
  let last: Entry | undefined
  const keysByTag = new Map<string, Set<string>>()
  const pending = new Map<string, Promise<EncodedRendering>>()
  let changes = 0
  let byteSize = 0
  let compression = Promise.resolve()

  function find(key: string): EncodedPage | undefined {
    const entry = isCurrent() ? entries.get(key) : undefined
    if (!entry) return undefined
    if (entry !== last) moveToEnd(entry)
    entry.requestCount += 1
    if (entry.requestCount === REQUESTS_BEFORE_BEST_COMPRESSION) compressInBackground(entry)
    return entry.bytes
  }

  /** One after the other, so that the requests keep the other threads. */
  function compressInBackground(entry: Entry) {
    compression = compression
      .then(async () => {
        if (entries.get(entry.key) === entry) await entry.bytes.compressBest()
      })
      .catch((error) => log.error({ error }, 'a page could not be packed'))
  }

  function moveToEnd(entry: Entry) {
    entries.delete(entry.key)
    entries.set(entry.key, entry)
    last = entry
  }

  function store(entry: Entry) {
    remove(entry.key)
    moveToEnd(entry)
    for (const cacheTag of entry.tags) {
      const keys = keysByTag.get(cacheTag)
      if (keys) keys.add(entry.key)
      else keysByTag.set(cacheTag, new Set([entry.key]))
    }
    updateSize(entry)
  }

  function updateSize(entry: Entry) {
    if (entries.get(entry.key) !== entry) return
    const now = entry.bytes.byteSize() + ENTRY_OVERHEAD_BYTES
    byteSize += now - entry.byteSize
    entry.byteSize = now
    for (const key of entries.keys()) {
      if (byteSize <= maxBytes) break
      remove(key)
    }
  }

  function remove(key: string) {
    const entry = entries.get(key)
    if (!entry) return
    entries.delete(key)
    byteSize -= entry.byteSize
    for (const cacheTag of entry.tags) {
      const keys = keysByTag.get(cacheTag)
      keys?.delete(key)
      if (keys?.size === 0) keysByTag.delete(cacheTag)
    }
  }

  async function make(key: string, render: () => Promise<RenderedPage | SharedPageRequest>): Promise<EncodedRendering> {
    const changesBefore = changes
    const rendered = await render()
    if ('key' in rendered) return { bytes: await shared(rendered), isShareable: true }
    const isShareable = !rendered.headers.has('set-cookie')
    const isKept = rendered.tags && CACHEABLE_STATUS.has(rendered.status) && isShareable && changes === changesBefore && isCurrent()
    const bytes = createEncodedPage(rendered, { audience: isKept ? 'many' : 'one', onGrow: () => updateSize(entry) })
    const entry: Entry = { key, bytes, tags: rendered.tags ?? [], byteSize: 0, requestCount: 0, coversAddress: rendered.coversAddress }
    if (isKept) store(entry)
    return { bytes, isShareable }
  }

  async function shared({ key, render, replace }: SharedPageRequest): Promise<EncodedPage> {
    const bytes = await page(key, render)
    return replace ? bytes.withReplacedText(replace) : bytes
  }

  /** The page of this key: ready, under way for somebody else, or rendered now. */
  async function page(key: string, render: () => Promise<RenderedPage | SharedPageRequest>): Promise<EncodedPage> {
    const ready = find(key)
    if (ready) return ready
    // What goes on elsewhere is not known, so that even a moment ago may be too old.
    if (!isCurrent()) return (await make(key, render)).bytes
    const joined = pending.get(key)
    if (joined) {
      const { bytes, isShareable } = await joined
      return isShareable ? bytes : (await make(key, render)).bytes
    }
    const mine = make(key, render)
    pending.set(key, mine)
    try {
      return (await mine).bytes
    } finally {
      if (pending.get(key) === mine) pending.delete(key)
    }
  }

  function clearAll() {
    changes += 1
    pending.clear()
    entries.clear()
    keysByTag.clear()
    byteSize = 0
  }

  return {
    /** A page that is ready, without waiting for anything. */
    find,

    page,
    shared,
    /** Whether the page of this key is kept and is the answer for this word too. */
    coversAddress: (key: string, word: string): boolean => isCurrent() && entries.get(key)?.coversAddress?.(word) === true,

    /** Something that pages show has changed: those pages go, and what is being rendered may be older than that. */
    invalidate(cacheTags: readonly string[]) {
      if (cacheTags.includes('everything')) return clearAll()
      changes += 1
      pending.clear()
      for (const cacheTag of cacheTags) for (const key of keysByTag.get(cacheTag) ?? []) remove(key)
    },

    /** Nothing that was kept may be shown again. */
    clearAll,

    /** For those who look after it. */
    size: () => ({ pages: entries.size, bytes: byteSize }),
  }
}
