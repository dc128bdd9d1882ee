import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFetchers, useNavigation, useRevalidator } from 'react-router'
import type { OrderDetail } from '#shop/orders/order.ts'
import { holdsAdminMarker } from '#web/session/admin-session-marker.ts'
import { forgetPages, getPage, NetworkLost, pathOf, putPage } from '#web/client/page-data/fetch-page-data.ts'
import type { PageData } from '#web/client/page-data/page-data.ts'
import { createOrderStream, type Told } from './order-event-stream.ts'

let stream: ReturnType<typeof createOrderStream> | undefined

function theStream() {
  if (stream) return stream
  stream = createOrderStream({
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

export function useOrderNews(listener: (told: Told) => void) {
  const tell = useEffectEvent(listener)
  useEffect(() => theStream().subscribe((told) => tell(told)), [])
}

/**
 * The page in view as it is now. Null where the network or the server fails, or says that something does: what is shown
 * stays, and the next news asks again.
 */
export async function freshPage(path: string): Promise<PageData | null> {
  // What was fetched ahead of a click is from before the news.
  forgetPages()
  try {
    const page = await getPage(path, new AbortController().signal)
    // A logout in this browser is on its way out by itself; the end of its session is no news.
    return page.errors || !holdsAdminMarker() ? null : page
  } catch (problem) {
    if (problem instanceof NetworkLost) return null
    throw problem
  }
}

/** Counts the forms that this page sends: an answer that was asked for before one of them is older than what came with it. */
export function useOwnForms() {
  const isNavigating = useNavigation().state !== 'idle'
  const isFetching = useFetchers().some(({ state }) => state !== 'idle')
  const isBusy = isNavigating || isFetching
  const own = useRef({ count: 0, isBusy })
  useEffect(() => {
    own.current = { count: own.current.count + 1, isBusy }
  }, [isBusy])
  return { own, isBusy }
}

/**
 * Brings what the page shows up to date whenever anything happens to any order, and to the catalogue where the page shows
 * something of it; what is typed or chosen in it stays.
 */
export function useLiveOrders({ andCatalogue = false } = {}) {
  const { revalidate } = useRevalidator()
  const { own } = useOwnForms()
  useOrderNews(async (told) => {
    if (told === 'catalogue' && !andCatalogue) return
    const path = pathOf(new URL(location.href))
    const before = own.current.count
    const page = await freshPage(path)
    if (!page || pathOf(new URL(location.href)) !== path || own.current.isBusy) return
    if (own.current.count === before) putPage(path, page)
    await revalidate()
  })
}

/** The order as somebody else has left it since the page was loaded; null while the page shows the newest. */
export function useNewerOrder(order: OrderDetail): { newer: OrderDetail | null; show: () => void } {
  const [fresh, setFresh] = useState<OrderDetail>()
  const page = useRef<PageData>(undefined)
  const { revalidate } = useRevalidator()
  const { isBusy } = useOwnForms()
  useOrderNews(async (told) => {
    if (told === 'catalogue' || (told !== 'everything' && !told.some(({ order_id }) => order_id === order.id))) return
    const found = await freshPage(pathOf(new URL(location.href)))
    // A session that is over leads to the sign-in.
    if (found?.redirect) return void revalidate()
    const loaded = Object.values(found?.loaderData ?? {}).find((data) => (data as { order?: OrderDetail } | null)?.order?.id === order.id)
    if (!found || !loaded) return
    page.current = found
    setFresh((loaded as { order: OrderDetail }).order)
  })
  const isNewer = fresh !== undefined && fresh.version > order.version && !isBusy
  return {
    newer: isNewer ? fresh : null,
    show() {
      if (page.current) putPage(pathOf(new URL(location.href)), page.current)
      void revalidate()
    },
  }
}
