import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import {
  fetchCurrentPage,
  isOfNewerBuild,
  useOrderChangeEvents,
  useFormActivity,
} from '#features/orders/admin/live/live-orders.tsx'
import type { LoadedProductList } from './frozen-product-list.tsx'
import type { OrderChangeMessage } from '#features/orders/admin/live/order-event-stream.tsx'

const EVENTS_WITHOUT_STOCK: ReadonlySet<string> = new Set(['moved', 'undone', 'payment-recorded'])
const mayChangeProducts = (message: OrderChangeMessage) =>
  typeof message === 'string' || message.some(({ event }) => !EVENTS_WITHOUT_STOCK.has(event))

/** Separate from the loader data, so that an open form keeps its version. */
export function useLiveProducts(loaded: LoadedProductList): LoadedProductList {
  const [latest, setLatest] = useState<{ basedOn: LoadedProductList['products']; list: LoadedProductList }>()
  const requests = useRef({ last: 0, shown: 0, mustRepeat: false })
  const { formActivity } = useFormActivity()
  const { revalidate } = useRevalidator()
  const refreshList = useEffectEvent(async () => {
    const requestId = ++requests.current.last
    const page = await fetchCurrentPage()
    if (!page) return
    const isNewerBuild = isOfNewerBuild(page)
    // An expired session redirects to the sign-in and a new build reloads, but not while a form is open.
    if (page.redirect || (isNewerBuild && !document.querySelector('dialog[open]'))) return void revalidate()
    if (isNewerBuild) return
    const list = page.loaderData?.['admin-products'] as LoadedProductList | undefined
    if (!list?.products || requestId < requests.current.shown) return
    requests.current.shown = requestId
    // Tied to the loader data at the time of the request; newer loader data replaces it.
    setLatest({ basedOn: loaded.products, list: { products: list.products, wholeList: list.wholeList } })
  })
  useOrderChangeEvents((message) => {
    if (!mayChangeProducts(message)) return
    // A form response in flight may have been read before this event.
    requests.current.mustRepeat ||= formActivity.current.isBusy
    void refreshList()
  })
  useEffect(() => {
    if (!requests.current.mustRepeat) return
    requests.current.mustRepeat = false
    void refreshList()
  }, [loaded.products])
  return latest && latest.basedOn === loaded.products ? latest.list : loaded
}
