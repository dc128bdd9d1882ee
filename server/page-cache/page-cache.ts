import type { Logger } from 'pino'
import type { ShownPart } from '#shop/catalogue/cache-tags/cache-tags.ts'
import { pageBytes, type PageBytes } from './encoded-page.ts'

/** A page as it was rendered. What `shown` does not say is shown to those who waited for it, and not kept. */
export type Rendered = {
  status: number
  headers: Headers
  body: Buffer
  shown: readonly ShownPart[] | null
  /** Of a page of something that is not there: whether that of this word is not there either, while the page is kept. */
  standsFor?: ((word: string) => boolean) | undefined
}
/** What is not there looks the same wherever it was asked for: one rendering, kept under a key of its own, answers all. */
export type SharedPage = {
  key: string
  render: () => Promise<Rendered | SharedPage>
  /** What differs: a text that stands for another one. */
  replace?: { text: string; by: string }
}
export type PageCache = ReturnType<typeof createPageCache>
type Parts = {
  /** Whether every change that anybody may know of has been heard here. */
  isCurrent: () => boolean
  log: Pick<Logger, 'error'>
  mostBytes?: number
}
type Entry = { key: string; bytes: PageBytes; shown: readonly string[]; weight: number; timesAsked: number; standsFor?: Rendered['standsFor'] }
type Made = { bytes: PageBytes; isForAll: boolean }

const MOST_BYTES = 64 * 2 ** 20
/** A page that nobody asks for again is not worth the best packing. */
const TIMES_ASKED_FOR_BEST = 2
const KEPT_STATUS = new Set([200, 404])
/** Keys, headers and what keeps them together. */
const WEIGHT_OF_AN_ENTRY = 4096

/**
 * Public pages, ready to be sent. What a page shows is known, and when a part of that changes, the page goes.
 * A rendering that began before a change is neither kept nor joined by those who ask after it.
 */
export function createPageCache({ isCurrent, log, mostBytes = MOST_BYTES }: Parts) {
  /** Those asked for last are last. */
  const entries = new Map<string, Entry>()
  /** The one put there last: moved again, a small map would be built anew for each answer. */
  let last: Entry | undefined
  const keysShowing = new Map<string, Set<string>>()
  const underWay = new Map<string, Promise<Made>>()
  let changes = 0
  let weight = 0
  let improving = Promise.resolve()

  function find(key: string): PageBytes | undefined {
    const entry = isCurrent() ? entries.get(key) : undefined
    if (!entry) return undefined
    if (entry !== last) moveToEnd(entry)
    entry.timesAsked += 1
    if (entry.timesAsked === TIMES_ASKED_FOR_BEST) improve(entry)
    return entry.bytes
  }

  /** One after the other, so that the requests keep the other threads. */
  function improve(entry: Entry) {
    improving = improving
      .then(async () => {
        if (entries.get(entry.key) === entry) await entry.bytes.packBest()
      })
      .catch((error) => log.error({ error }, 'a page could not be packed'))
  }

  function moveToEnd(entry: Entry) {
    entries.delete(entry.key)
    entries.set(entry.key, entry)
    last = entry
  }

  function keep(entry: Entry) {
    remove(entry.key)
    moveToEnd(entry)
    for (const part of entry.shown) {
      const keys = keysShowing.get(part)
      if (keys) keys.add(entry.key)
      else keysShowing.set(part, new Set([entry.key]))
    }
    weigh(entry)
  }

  function weigh(entry: Entry) {
    if (entries.get(entry.key) !== entry) return
    const now = entry.bytes.weight() + WEIGHT_OF_AN_ENTRY
    weight += now - entry.weight
    entry.weight = now
    for (const key of entries.keys()) {
      if (weight <= mostBytes) break
      remove(key)
    }
  }

  function remove(key: string) {
    const entry = entries.get(key)
    if (!entry) return
    entries.delete(key)
    weight -= entry.weight
    for (const part of entry.shown) {
      const keys = keysShowing.get(part)
      keys?.delete(key)
      if (keys?.size === 0) keysShowing.delete(part)
    }
  }

  async function make(key: string, render: () => Promise<Rendered | SharedPage>): Promise<Made> {
    const changesBefore = changes
    const rendered = await render()
    if ('key' in rendered) return { bytes: await shared(rendered), isForAll: true }
    const isForAll = !rendered.headers.has('set-cookie')
    const isKept = rendered.shown && KEPT_STATUS.has(rendered.status) && isForAll && changes === changesBefore && isCurrent()
    const bytes = pageBytes(rendered, { readers: isKept ? 'many' : 'one', grown: () => weigh(entry) })
    const entry: Entry = { key, bytes, shown: rendered.shown ?? [], weight: 0, timesAsked: 0, standsFor: rendered.standsFor }
    if (isKept) keep(entry)
    return { bytes, isForAll }
  }

  async function shared({ key, render, replace }: SharedPage): Promise<PageBytes> {
    const bytes = await page(key, render)
    return replace ? bytes.replaced(replace) : bytes
  }

  /** The page of this key: ready, under way for somebody else, or rendered now. */
  async function page(key: string, render: () => Promise<Rendered | SharedPage>): Promise<PageBytes> {
    const ready = find(key)
    if (ready) return ready
    // What goes on elsewhere is not known, so that even a moment ago may be too old.
    if (!isCurrent()) return (await make(key, render)).bytes
    const joined = underWay.get(key)
    if (joined) {
      const { bytes, isForAll } = await joined
      return isForAll ? bytes : (await make(key, render)).bytes
    }
    const mine = make(key, render)
    underWay.set(key, mine)
    try {
      return (await mine).bytes
    } finally {
      if (underWay.get(key) === mine) underWay.delete(key)
    }
  }

  function forget() {
    changes += 1
    underWay.clear()
    entries.clear()
    keysShowing.clear()
    weight = 0
  }

  return {
    /** A page that is ready, without waiting for anything. */
    find,

    page,
    shared,
    /** Whether the page of this key is kept and is the answer for this word too. */
    standsFor: (key: string, word: string): boolean => isCurrent() && entries.get(key)?.standsFor?.(word) === true,

    /** Something that pages show has changed: those pages go, and what is being rendered may be older than that. */
    drop(parts: readonly string[]) {
      if (parts.includes('everything')) return forget()
      changes += 1
      underWay.clear()
      for (const part of parts) for (const key of keysShowing.get(part) ?? []) remove(key)
    },

    /** Nothing that was kept may be shown again. */
    forget,

    /** For those who look after it. */
    size: () => ({ pages: entries.size, bytes: weight }),
  }
}
