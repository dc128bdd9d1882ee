import { ADMIN_EVENTS_PATH, type OrderNews } from '#shop/orders/events/order-events.ts'

/** Page changes let go of the stream and take it up again; looking at another tab for a moment is no reason to hang up. */
const KEPT_MILLISECONDS = 3_000
const RETRY = { firstMilliseconds: 1_000, mostMilliseconds: 30_000 }
const CLOSED = 2

/**
 * 'catalogue': an administrator changed a product, a category or a stock.
 * 'everything': something may have been missed, so the page asks for all it shows.
 */
export type Told = readonly OrderNews[] | 'catalogue' | 'everything'

type Source = {
  readyState: number
  addEventListener(name: string, listener: (event: Event) => void): void
  close(): void
}
/** What the stream needs of a browser; handed in, so that tests bring their own. */
export type StreamWorld = {
  open: (path: string) => Source
  /** Answers how to call it off. */
  setTimer: (work: () => void, milliseconds: number) => () => void
  isVisible: () => boolean
}

/**
 * One stream of what happens to orders, for all parts of a page. A tab that nobody looks at has none: browsers open no
 * more than six connections to a shop, and a tab that is looked at again asks for everything first.
 */
export function createOrderStream({ open, setTimer, isVisible }: StreamWorld) {
  const listeners = new Set<(told: Told) => void>()
  let source: Source | undefined
  let isOver = false
  let wait = RETRY.firstMilliseconds
  let callOffRetry = () => {}
  let callOffClosing = () => {}

  const tell = (told: Told) => [...listeners].forEach((listener) => listener(told))
  const isWanted = () => listeners.size > 0 && isVisible() && !isOver

  function hangUp() {
    callOffRetry()
    source?.close()
    source = undefined
  }

  function connect() {
    if (source) return
    callOffRetry()
    const mine = open(ADMIN_EVENTS_PATH)
    source = mine
    mine.addEventListener('refresh', () => {
      wait = RETRY.firstMilliseconds
      tell('everything')
    })
    mine.addEventListener('orders', (event) => tell(JSON.parse((event as MessageEvent<string>).data) as OrderNews[]))
    mine.addEventListener('catalogue', () => tell('catalogue'))
    mine.addEventListener('end', () => {
      isOver = true
      hangUp()
      // The page's own request is what leads to the sign-in.
      tell('everything')
    })
    mine.addEventListener('error', () => {
      // The browser itself comes back after a lost connection, but not after an answer that was no stream.
      if (mine.readyState !== CLOSED || source !== mine) return
      source = undefined
      callOffRetry = setTimer(look, wait)
      wait = Math.min(wait * 2, RETRY.mostMilliseconds)
    })
  }

  /** Takes the stream up or lets go of it, as the page now needs. */
  function look() {
    callOffClosing()
    if (isWanted()) connect()
    else if (!isOver) callOffClosing = setTimer(() => isWanted() || hangUp(), KEPT_MILLISECONDS)
  }

  return {
    subscribe(listener: (told: Told) => void) {
      listeners.add(listener)
      look()
      return () => {
        listeners.delete(listener)
        look()
      }
    },
    visibilityChanged: look,
  }
}
