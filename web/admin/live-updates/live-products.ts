import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { pathWithQuery } from '#web/client/page-data/fetch-page-data.ts'
import { HYDRATION_STATE_ID, type HydrationState } from '#web/client/page-data/page-data.ts'
import { fetchCurrentPage, useOrderChangeEvents, useFormActivity } from './live-orders.ts'
import type { LoadedProductList } from './frozen-product-list.ts'
import type { OrderChangeMessage } from './order-event-stream.ts'

const currentBuildId = () => (JSON.parse(document.getElementById(HYDRATION_STATE_ID)!.textContent!) as HydrationState).build

/** A step of an order moves no stock. */
const mayChangeProducts = (message: OrderChangeMessage) => typeof message === 'string' || message.some(({ event }) => event !== 'moved' && event !== 'undone')

/**
 * The list as it is now, whatever is sold, given back or changed by others. It is kept beside what the page was loaded with:
 * a form that lies open over the list goes on from the version that it was opened with.
 */
export function useLiveProducts(loaded: LoadedProductList): LoadedProductList {
  const [latest, setLatest] = useState<{ of: LoadedProductList['products']; list: LoadedProductList }>()
  const requests = useRef({ last: 0, shown: 0, mustRepeat: false })
  const { formActivity } = useFormActivity()
  const { revalidate } = useRevalidator()
  const refreshList = useEffectEvent(async () => {
    const requestId = ++requests.current.last
    const page = await fetchCurrentPage(pathWithQuery(new URL(location.href)))
    if (!page) return
    const isNewerBuild = page.build !== currentBuildId()
    // A session that is over leads to the sign-in, and a newer shop to its own scripts, but not from under an open form.
    if (page.redirect || (isNewerBuild && !document.querySelector('dialog[open]'))) return void revalidate()
    if (isNewerBuild) return
    const list = page.loaderData?.['admin-products'] as LoadedProductList | undefined
    if (!list?.products || requestId < requests.current.shown) return
    requests.current.shown = requestId
    // Of what was loaded when it was asked for: once this page has loaded anything else, that is newer.
    setLatest({ of: loaded.products, list: { products: list.products, wholeList: list.wholeList } })
  })
  useOrderChangeEvents((message) => {
    if (!mayChangeProducts(message)) return
    // What is on its way already may have been read before this happened.
    requests.current.mustRepeat ||= formActivity.current.isBusy
    void refreshList()
  })
  useEffect(() => {
    if (!requests.current.mustRepeat) return
    requests.current.mustRepeat = false
    void refreshList()
  }, [loaded.products])
  return latest && latest.of === loaded.products ? latest.list : loaded
}
