import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { pathOf } from '#web/client/page-data/fetch-page-data.ts'
import { PAGE_START_ID, type PageStart } from '#web/client/page-data/page-data.ts'
import { freshPage, useOrderNews, useOwnForms } from './live-orders.ts'
import type { ProductList } from './frozen-product-list.ts'
import type { Told } from './order-event-stream.ts'

const ownBuild = () => (JSON.parse(document.getElementById(PAGE_START_ID)!.textContent!) as PageStart).build

/** A step of an order moves no stock. */
const mayChangeProducts = (told: Told) => typeof told === 'string' || told.some(({ event }) => event !== 'moved' && event !== 'undone')

/**
 * The list as it is now, whatever is sold, given back or changed by others. It is kept beside what the page was loaded with:
 * a form that lies open over the list goes on from the version that it was opened with.
 */
export function useLiveProducts(loaded: ProductList): ProductList {
  const [fresh, setFresh] = useState<{ of: ProductList['products']; list: ProductList }>()
  const asked = useRef({ last: 0, shown: 0, again: false })
  const { own } = useOwnForms()
  const { revalidate } = useRevalidator()
  const ask = useEffectEvent(async () => {
    const question = ++asked.current.last
    const page = await freshPage(pathOf(new URL(location.href)))
    if (!page) return
    const isOfNewerShop = page.build !== ownBuild()
    // A session that is over leads to the sign-in, and a newer shop to its own scripts, but not from under an open form.
    if (page.redirect || (isOfNewerShop && !document.querySelector('dialog[open]'))) return void revalidate()
    if (isOfNewerShop) return
    const list = page.loaderData?.['admin-products'] as ProductList | undefined
    if (!list?.products || question < asked.current.shown) return
    asked.current.shown = question
    // Of what was loaded when it was asked for: once this page has loaded anything else, that is newer.
    setFresh({ of: loaded.products, list: { products: list.products, whole: list.whole } })
  })
  useOrderNews((told) => {
    if (!mayChangeProducts(told)) return
    // What is on its way already may have been read before this happened.
    asked.current.again ||= own.current.isBusy
    void ask()
  })
  useEffect(() => {
    if (!asked.current.again) return
    asked.current.again = false
    void ask()
  }, [loaded.products])
  return fresh && fresh.of === loaded.products ? fresh.list : loaded
}
