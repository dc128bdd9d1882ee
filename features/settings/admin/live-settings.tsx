import { useState } from 'react'
import { useLoaderData, useLocation, useMatches, useNavigation, useRevalidator } from 'react-router'
import { settingMessages } from '#features/settings/setting-messages.ts'
import { Notice } from '#kit/feedback/notice.tsx'
import { fetchCurrentPage, useOrderChangeEvents } from '#features/orders/admin/live/live-orders.tsx'
import type { OrderChangeMessage } from '#features/orders/admin/live/order-event-stream.tsx'

/** Each recorded change is announced as a catalogue change. */
const mayChangeSettings = (message: OrderChangeMessage) => typeof message === 'string'

/** Reloads the page data after a change by somebody else; for pages whose forms follow their version. */
export function useLiveData(): void {
  const { revalidate } = useRevalidator()
  useOrderChangeEvents(async (message) => {
    // While the shop fails, the page stays unchanged.
    if (mayChangeSettings(message) && (await fetchCurrentPage())) void revalidate()
  })
}

type NewerSettingsProps<Loaded> = { isOutdated: (latest: Loaded) => boolean }

/** Says that somebody else has saved what the page shows; entries do not change. */
export function NewerSettings<Loaded>({ isOutdated }: NewerSettingsProps<Loaded>) {
  const loaded = useLoaderData<unknown>() as Loaded
  const [fetched, setFetched] = useState<{ data: Loaded; after: Loaded }>()
  // A save reloads the page data, so data fetched before are older.
  const latest = fetched?.after === loaded ? fetched.data : loaded
  const isBusy = useNavigation().state !== 'idle'
  const { pathname, search } = useLocation()
  const routeId = useMatches().at(-1)!.id
  const { revalidate } = useRevalidator()
  useOrderChangeEvents(async (message) => {
    if (!mayChangeSettings(message)) return
    const page = await fetchCurrentPage()
    // The session has ended, or may no longer open the page.
    if (page?.redirect) return void revalidate()
    const data = page?.loaderData?.[routeId] as Loaded | undefined
    if (data) setFetched({ data, after: loaded })
  })
  if (isBusy || !isOutdated(latest)) return null
  return (
    <Notice tone="warning">
      <p>{settingMessages.newer}</p>
      {/* Loads a new document, so that no field keeps its old value. */}
      <p>
        <a href={pathname + search} className="link">
          {settingMessages.showNewer}
        </a>
      </p>
    </Notice>
  )
}
