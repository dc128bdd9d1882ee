import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { ORDERS_PATH, listLeftAt } from './order-list-view.ts'

/** What a link from the list gives along, so that the way back leads to the same rows. */
export type FromList = { list: string }

const never = () => () => {}

/** Where 'Orders' leads back to; only the browser knows, so the server's HTML leads to the whole list. */
export function useListLeft(): string {
  const state = useLocation().state as Partial<FromList> | null
  const isInBrowser = useSyncExternalStore(never, () => true, () => false)
  return isInBrowser ? listLeftAt(state?.list ?? '') : ORDERS_PATH
}
