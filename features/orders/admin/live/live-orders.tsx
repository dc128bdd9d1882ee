import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFetchers, useNavigation, useRevalidator } from 'react-router'
import type { AnyOrderDetail } from '#features/orders/order.ts'
import { hasAdminSessionMarker } from '#features/accounts/sign-in/admin/use-admin-session-marker.tsx'
import {
  clearPageDataCache,
  pathWithQuery,
  PageRequestError,
  requestPageData,
} from '#kit/page-data/fetch-page-data.ts'
import { HYDRATION_STATE_ID, type HydrationState, type PageData } from '#kit/page-data/page-data.ts'
import { FORM_USER_ID_FIELD } from '#kit/actions/form-user-id-field.ts'
import { getPageUserId } from '#kit/actions/page-user.tsx'
import { createOrderEventStream, type OrderChangeMessage } from './order-event-stream.tsx'

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

const currentPath = () => pathWithQuery(new URL(location.href))
const currentBuildId = () =>
  (JSON.parse(document.getElementById(HYDRATION_STATE_ID)!.textContent) as HydrationState).build

/** A newer build has been deployed, whose data these scripts may not understand. */
export const isOfNewerBuild = ({ build }: PageData) => build !== currentBuildId()

/** Requests the data of the current page; null on network or server errors, so that the displayed data stays. */
export async function fetchCurrentPage(): Promise<PageData | null> {
  // Prefetched page data is older than the event.
  clearPageDataCache()
  try {
    const page = await requestPageData(currentPath(), {})
    // After sign-out in this browser, the end of the session is expected.
    return page.errors || !hasAdminSessionMarker() ? null : page
  } catch (error) {
    if (error instanceof PageRequestError) return null
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

/** The loader data of a page, replaced on every order event until the loader runs again; with `includeCatalogue` also on catalogue events. */
export function useLiveOrders<Loaded extends object>(
  routeId: 'admin-dashboard' | 'admin-orders',
  loaded: Loaded,
  { includeCatalogue = false } = {},
): Loaded {
  const [latest, setLatest] = useState<{ basedOn: Loaded; data: Loaded }>()
  const requests = useRef({ last: 0, shown: 0 })
  const { revalidate } = useRevalidator()
  const { formActivity } = useFormActivity()
  const showLatest = useEffectEvent((data: Loaded) => setLatest({ basedOn: loaded, data }))
  useOrderChangeEvents(async (message) => {
    if (message === 'catalogue' && !includeCatalogue) return
    const path = currentPath()
    const requestId = ++requests.current.last
    const countBefore = formActivity.current.count
    const page = await fetchCurrentPage()
    if (!page || currentPath() !== path || formActivity.current.isBusy) return
    const data = page.loaderData?.[routeId] as (Loaded & { [FORM_USER_ID_FIELD]?: string }) | undefined
    const isOutdated = formActivity.current.count !== countBefore
    // Without data the session has expired; the loader then redirects to sign-in.
    if (!data || isOutdated || isOfNewerBuild(page) || data[FORM_USER_ID_FIELD] !== getPageUserId())
      return void revalidate()
    if (requestId < requests.current.shown) return
    requests.current.shown = requestId
    showLatest(data)
  })
  return latest?.basedOn === loaded ? latest.data : loaded
}

/** A newer version of the order saved by another administrator; null if the page shows the latest. */
export function useNewerOrder<Order extends AnyOrderDetail>(
  order: Order,
): { newer: Order | null; show: () => void } {
  const [latest, setLatest] = useState<Order>()
  const { revalidate } = useRevalidator()
  const { isBusy } = useFormActivity()
  useOrderChangeEvents(async (message) => {
    if (
      message === 'catalogue' ||
      (message !== 'everything' && !message.some(({ order_id }) => order_id === order.id))
    )
      return
    const page = await fetchCurrentPage()
    // An expired session redirects to the sign-in.
    if (page?.redirect) return void revalidate()
    const data = page?.loaderData?.['admin-order'] as { order?: Order | null } | undefined
    if (data?.order?.id === order.id) setLatest(data.order)
  })
  const isNewer = latest !== undefined && latest.version > order.version && !isBusy
  return { newer: isNewer ? latest : null, show: () => void revalidate() }
}
