import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFetchers, useNavigation, useRevalidator } from 'react-router'
import type { OrderDetail } from '#shop/orders/order.ts'
import { hasAdminSessionMarker } from '#web/session/admin-session-marker.ts'
import {
  clearPageDataCache,
  loadPageData,
  NetworkError,
  pathWithQuery,
  cachePageData,
} from '#web/client/page-data/fetch-page-data.ts'
import type { PageData } from '#web/client/page-data/page-data.ts'
import { createOrderEventStream, type OrderChangeMessage } from './order-event-stream.ts'

let stream: ReturnType<typeof createOrderEventStream> | undefined

function getEventStream() {
  if (stream) return stream
  stream = createOrderEventStream({
    open: (path) => new EventSource(path),
    setTimer(work, milliseconds) {
      const timer = setTimeout(work, milliseconds)
      return () => clearTimeout(timer)
    },
    isVisible: () => document.visibilityState === 'visible',
  })
  document.addEventListener('visibilitychange', stream.visibilityChanged)
  return stream
}

export function useOrderChangeEvents(listener: (message: OrderChangeMessage) => void | Promise<void>) {
  const notify = useEffectEvent(listener)
  useEffect(() => getEventStream().subscribe((message) => void notify(message)), [])
}

/** Reloads the data of the current page; null on network or server errors, so that the displayed data stays. */
export async function fetchCurrentPage(path: string): Promise<PageData | null> {
  // Prefetched page data is older than the event.
  clearPageDataCache()
  try {
    const page = await loadPageData(path, new AbortController().signal)
    // After a logout in this browser, the end of the session is expected.
    return page.errors || !hasAdminSessionMarker() ? null : page
  } catch (error) {
    if (error instanceof NetworkError) return null
    throw error
  }
}

/** Counts form submissions: a response requested before one of them is outdated. */
export function useFormActivity() {
  const isNavigating = useNavigation().state !== 'idle'
  const isFetching = useFetchers().some(({ state }) => state !== 'idle')
  const isBusy = isNavigating || isFetching
  const formActivity = useRef({ count: 0, isBusy })
  useEffect(() => {
    formActivity.current = { count: formActivity.current.count + 1, isBusy }
  }, [isBusy])
  return { formActivity, isBusy }
}

/** Reloads the page data on every order event, with `includeCatalogue` also on catalogue events. */
export function useLiveOrders({ includeCatalogue = false } = {}) {
  const { revalidate } = useRevalidator()
  const { formActivity } = useFormActivity()
  useOrderChangeEvents(async (message) => {
    if (message === 'catalogue' && !includeCatalogue) return
    const path = pathWithQuery(new URL(location.href))
    const countBefore = formActivity.current.count
    const page = await fetchCurrentPage(path)
    if (!page || pathWithQuery(new URL(location.href)) !== path || formActivity.current.isBusy) return
    if (formActivity.current.count === countBefore) cachePageData(path, page)
    await revalidate()
  })
}

/** A newer version of the order saved by another administrator; null if the page shows the latest. */
export function useNewerOrder(order: OrderDetail): { newer: OrderDetail | null; show: () => void } {
  const [latest, setLatest] = useState<OrderDetail>()
  const page = useRef<PageData>(undefined)
  const { revalidate } = useRevalidator()
  const { isBusy } = useFormActivity()
  useOrderChangeEvents(async (message) => {
    if (
      message === 'catalogue' ||
      (message !== 'everything' && !message.some(({ order_id }) => order_id === order.id))
    )
      return
    const currentPage = await fetchCurrentPage(pathWithQuery(new URL(location.href)))
    // An expired session redirects to the sign-in.
    if (currentPage?.redirect) return void revalidate()
    const loaded = Object.values(currentPage?.loaderData ?? {}).find(
      (data) => (data as { order?: OrderDetail } | null)?.order?.id === order.id,
    )
    if (!currentPage || !loaded) return
    page.current = currentPage
    setLatest((loaded as { order: OrderDetail }).order)
  })
  const isNewer = latest !== undefined && latest.version > order.version && !isBusy
  return {
    newer: isNewer ? latest : null,
    show() {
      if (page.current) cachePageData(pathWithQuery(new URL(location.href)), page.current)
      void revalidate()
    },
  }
}
