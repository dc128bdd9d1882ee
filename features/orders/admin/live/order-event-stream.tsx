import { ADMIN_EVENTS_PATH, type OrderChangeEvent } from '#features/orders/events/order-events.ts'

/** Prevents a reconnect on page changes and short tab switches. */
const DISCONNECT_DELAY_MS = 3_000
const RETRY = { initialDelayMs: 1_000, maxDelayMs: 30_000 }
const CLOSED = 2

/** 'everything': events may have been missed, so the page reloads all its data. */
export type OrderChangeMessage = readonly OrderChangeEvent[] | 'catalogue' | 'everything'

type Source = {
  readyState: number
  addEventListener(name: string, listener: (event: Event) => void): void
  close(): void
}
export type OrderEventStreamDependencies = {
  open: (path: string) => Source
  /** Returns a function that cancels the timer. */
  setTimer: (work: () => void, milliseconds: number) => () => void
  isVisible: () => boolean
}

/** One stream per page, none in hidden tabs, because browsers open at most six connections per host. */
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
    eventSource.addEventListener('orders', (event) =>
      notify(JSON.parse((event as MessageEvent<string>).data) as OrderChangeEvent[]),
    )
    eventSource.addEventListener('catalogue', () => notify('catalogue'))
    eventSource.addEventListener('end', () => {
      isEnded = true
      disconnect()
      // Reloading the page data redirects to the sign-in.
      notify('everything')
    })
    eventSource.addEventListener('error', () => {
      // EventSource reconnects after a lost connection, but not after an error response.
      if (eventSource.readyState !== CLOSED || source !== eventSource) return
      source = undefined
      // If the session ended before the stream started, the page data redirect to sign-in.
      notify('everything')
      cancelRetry = setTimer(updateConnection, retryDelay)
      retryDelay = Math.min(retryDelay * 2, RETRY.maxDelayMs)
    })
  }

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
