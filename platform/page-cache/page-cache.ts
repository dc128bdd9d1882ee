import type { Logger } from 'pino'
import type { CacheTag } from '#shop/cache-tags/cache-tags.ts'
import { createEncodedPage, type EncodedPage } from './encoded-page.ts'
import { createOutageDetector, markStale } from './stale-pages.ts'

/** Without `tags`, concurrent requests share the page, but it is not cached. */
export type RenderedPage = {
  status: number
  headers: Headers
  body: Buffer
  tags: readonly CacheTag[] | null
  /** Whether a not-found page may also be served for URLs with this word. */
  coversAddress?: ((word: string) => boolean) | undefined
  /** The page reports a failure, such as the database being away. */
  hasFailed?: boolean
}
/** A page that many URLs share, such as a not-found page, cached under its own key. */
export type SharedPageRequest = {
  key: string
  render: () => Promise<RenderedPage | SharedPageRequest>
  replace?: { text: string; by: string }
}
export type PageCache = ReturnType<typeof createPageCache>
type Dependencies = {
  /** Whether this node has received every committed change. */
  isCurrent: () => boolean
  /** Until when it had, in wall clock milliseconds. */
  lastCurrentAt?: () => number
  /** Maximum age of a page that is served while the database is away. */
  staleWhileAwaySeconds?: number
  log: Pick<Logger, 'error'>
  maxBytes?: number
}
type Entry = {
  key: string
  bytes: EncodedPage
  tags: readonly string[]
  byteSize: number
  requestCount: number
  coversAddress?: RenderedPage['coversAddress']
}
type EncodedRendering = { bytes: EncodedPage; isShareable: boolean; hasFailed: boolean }

const MAX_BYTES = 32 * 2 ** 20
/** The best compression is not worthwhile for a page that is requested once. */
const REQUESTS_BEFORE_BEST_COMPRESSION = 2
const CACHEABLE_STATUS = new Set([200, 404])
const ENTRY_OVERHEAD_BYTES = 4096

/** Caches public pages, invalidated by tags. A rendering that began before a change is neither cached nor shared afterwards. */
export function createPageCache({
  isCurrent,
  lastCurrentAt = () => -Infinity,
  staleWhileAwaySeconds = 0,
  log,
  maxBytes = MAX_BYTES,
}: Dependencies) {
  const outage = createOutageDetector()
  /** Least recently used first. */
  const entries = new Map<string, Entry>()
  /** Not moved when used again, because moving an entry costs more than the rest of a cache hit. */
  let mostRecent: Entry | undefined
  const keysByTag = new Map<string, Set<string>>()
  const pending = new Map<string, Promise<EncodedRendering>>()
  let changes = 0
  let byteSize = 0
  let hits = 0
  let misses = 0
  let compression = Promise.resolve()

  function find(key: string): EncodedPage | undefined {
    const entry = isCurrent() ? entries.get(key) : undefined
    if (!entry) return undefined
    if (entry !== mostRecent) moveToEnd(entry)
    hits += 1
    entry.requestCount += 1
    if (entry.requestCount === REQUESTS_BEFORE_BEST_COMPRESSION) compressInBackground(entry)
    return entry.bytes
  }

  /** Compresses one at a time, to leave threads to requests. */
  function compressInBackground(entry: Entry) {
    compression = compression
      .then(async () => {
        if (entries.get(entry.key) === entry) await entry.bytes.compressBest()
      })
      .catch((error) => log.error({ error }, 'a page could not be compressed'))
  }

  function moveToEnd(entry: Entry) {
    entries.delete(entry.key)
    entries.set(entry.key, entry)
    mostRecent = entry
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
    const newSize = entry.bytes.byteSize() + ENTRY_OVERHEAD_BYTES
    byteSize += newSize - entry.byteSize
    entry.byteSize = newSize
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

  async function renderEntry(
    key: string,
    render: () => Promise<RenderedPage | SharedPageRequest>,
  ): Promise<EncodedRendering> {
    const changesBefore = changes
    const rendered = await render()
    if ('key' in rendered) return { bytes: await shared(rendered), isShareable: true, hasFailed: false }
    misses += 1
    const isShareable = !rendered.headers.has('set-cookie')
    const isCacheable =
      rendered.tags &&
      CACHEABLE_STATUS.has(rendered.status) &&
      isShareable &&
      changes === changesBefore &&
      isCurrent()
    const bytes = createEncodedPage(rendered, {
      audience: isCacheable ? 'many' : 'one',
      // The next rendering may differ, and hashing takes as long as sending.
      hasEtag: Boolean(isCacheable),
      onGrow: () => updateSize(entry),
    })
    const entry: Entry = {
      key,
      bytes,
      tags: rendered.tags ?? [],
      byteSize: 0,
      requestCount: 0,
      coversAddress: rendered.coversAddress,
    }
    if (isCacheable) store(entry)
    return { bytes, isShareable, hasFailed: rendered.hasFailed === true }
  }

  async function shared({ key, render, replace }: SharedPageRequest): Promise<EncodedPage> {
    const bytes = await page(key, render)
    return replace ? bytes.withReplacedText(replace) : bytes
  }

  async function page(
    key: string,
    render: () => Promise<RenderedPage | SharedPageRequest>,
  ): Promise<EncodedPage> {
    const cached = find(key)
    if (cached) return cached
    // This node may have missed changes, so even a pending rendering may be stale.
    if (!isCurrent()) return pageWhileNotCurrent(key, render)
    const joined = pending.get(key)
    if (joined) {
      const { bytes, isShareable } = await joined
      return isShareable ? bytes : (await renderEntry(key, render)).bytes
    }
    const rendering = renderEntry(key, render)
    pending.set(key, rendering)
    try {
      return (await rendering).bytes
    } finally {
      if (pending.get(key) === rendering) pending.delete(key)
    }
  }

  /** Renders the page again. If the database is away, serves the cached page marked as stale. */
  async function pageWhileNotCurrent(
    key: string,
    render: () => Promise<RenderedPage | SharedPageRequest>,
  ): Promise<EncodedPage> {
    const kept = entries.get(key)
    const ageSeconds = Math.max(0, Math.ceil((Date.now() - lastCurrentAt()) / 1000))
    if (!kept || ageSeconds > staleWhileAwaySeconds) return (await renderEntry(key, render)).bytes
    const rendering = await outage.attempt(() => renderEntry(key, render))
    if (!rendering) return markStale(kept.bytes, ageSeconds)
    // If the database goes away again, no older page than this one is served.
    if (entries.get(key) === kept) remove(key)
    return rendering.bytes
  }

  function suspend() {
    if (staleWhileAwaySeconds === 0) return clearAll()
    changes += 1
    pending.clear()
  }

  function clearAll() {
    changes += 1
    pending.clear()
    entries.clear()
    keysByTag.clear()
    byteSize = 0
  }

  return {
    find,

    page,
    shared,
    coversAddress: (key: string, word: string): boolean =>
      isCurrent() && entries.get(key)?.coversAddress?.(word) === true,

    /** Removes the pages with these tags; pending renderings may be stale and are not cached. */
    invalidate(cacheTags: readonly string[]) {
      if (cacheTags.includes('everything')) return clearAll()
      changes += 1
      pending.clear()
      for (const cacheTag of cacheTags) for (const key of keysByTag.get(cacheTag) ?? []) remove(key)
    },

    clearAll,
    /** Changes may be missed from now on: cached pages are kept only for use while the database is away. */
    suspend,

    size: () => ({ pages: entries.size, bytes: byteSize }),
    /** A miss is a rendering; requests that join it count as neither. */
    counts: () => ({ hits, misses }),
  }
}
