import { ADMIN_EVENTS_PATH, type OrderChangeEvent } from '#shop/orders/events/order-events.ts'

/** Page changes let go of the stream and take it up again; looking at another tab for a moment is no reason to hang up. */
const DISCONNECT_DELAY_MS = 3_000
const RETRY = { initialDelayMs: 1_000, maxDelayMs: 30_000 }
const CLOSED = 2

/**
 * 'catalogue': an administrator changed a product, a category or a stock.
 * 'everything': something may have been missed, so the page asks for all it shows.
 */
export type OrderChangeMessage = readonly OrderChangeEvent[] | 'catalogue' | 'everything'

type Source = {
  readyState: number
  addEventListener(name: string, listener: (event: Event) => void): void
  close(): void
}
/** What the stream needs of a browser; handed in, so that tests bring their own. */
export type OrderEventStreamDependencies = {
  open: (path: string) => Source
  /** Answers how to call it off. */
  setTimer: (work: () => void, milliseconds: number) => () => void
  isVisible: () => boolean
}

/**
 * One stream of what happens to orders, for all parts of a page. A tab that nobody looks at has none: browsers open no
 * more than six connections to a shop, and a tab that is looked at again asks for everything first.
 */
export function createOrderEventStream({ open, setTimer, isVisible }: OrderEventStreamDependencies) {
  const listeners = new Set<(message: OrderChangeMessage) => void>()
  let source: Source | undefined
  let isEnded = false
  let retryDelay = RETRY.initialDelayMs
  let cancelRetry = () => {}
  let cancelDisconnect = () => {}

  const notify = (message: OrderChangeMessage) => [...listeners].forEach((listener) => listener(message))
  const shouldConnect = () => listeners.size > 0 && isVisible() && !isEnded

  function disconnect() {
    cancelRetry()
    source?.close()
    source = undefined
  }

  function connect() {
    if (source) return
    cancelRetry()
    const eventSource = open(ADMIN_EVENTS_PATH)
    source = eventSource
    eventSource.addEventListener('refresh', () => {
      retryDelay = RETRY.initialDelayMs
      notify('everything')
    })
    eventSource.addEventListener('orders', (event) => notify(JSON.parse((event as MessageEvent<string>).data) as OrderChangeEvent[]))
    eventSource.addEventListener('catalogue', () => notify('catalogue'))
    eventSource.addEventListener('end', () => {
      isEnded = true
      disconnect()
      // The page's own request is what leads to the sign-in.
      notify('everything')
    })
    eventSource.addEventListener('error', () => {
      // The browser itself comes back after a lost connection, but not after an answer that was no stream.
      if (eventSource.readyState !== CLOSED || source !== eventSource) return
      source = undefined
      cancelRetry = setTimer(updateConnection, retryDelay)
      retryDelay = Math.min(retryDelay * 2, RETRY.maxDelayMs)
    })
  }

  /** Takes the stream up or lets go of it, as the page now needs. */
  function updateConnection() {
    cancelDisconnect()
    if (shouldConnect()) connect()
    else if (!isEnded) cancelDisconnect = setTimer(() => shouldConnect() || disconnect(), DISCONNECT_DELAY_MS)
  }

  return {
    subscribe(listener: (message: OrderChangeMessage) => void) {
      listeners.add(listener)
      updateConnection()
      return () => {
        listeners.delete(listener)
        updateConnection()
      }
    },
    visibilityChanged: updateConnection,
  }
}
