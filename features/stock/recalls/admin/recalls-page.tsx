import { useRef } from 'react'
import { Form, useLoaderData, useNavigate } from 'react-router'
import { formatLondonDate } from '#shop/dates/dates.ts'
import { recallMessages } from '#features/stock/recalls/recall-messages.ts'
import { ListPanel, ListRows } from '#kit/admin/list/list-panel.tsx'
import { useLiveData } from '#features/settings/admin/live-settings.tsx'
import { PRODUCTS_LINK } from '#features/catalogue/products/list/admin/product-list-url.ts'
import { adminHead } from '#kit/admin/screen/admin-head.ts'
import { ScreenHead } from '#kit/admin/screen/screen-head.tsx'
import { useScans } from '#kit/admin/lines/use-scans.tsx'
import { Button } from '#kit/form/button.tsx'
import { TextField } from '#kit/form/text-field.tsx'
import { RecallForm } from './recall-form.tsx'
import { RecallView } from './recall-view.tsx'
import { recallPath, recallProductPath, recallSearchPath } from './recall-url.ts'
import type { loader } from './recalls-page.server.ts'

export const head = adminHead<typeof loader>(({ opened }) =>
  opened ? recallMessages.recallOf(opened.recall.product_name) : recallMessages.title,
)

export const failureMessage = () => recallMessages.failed

export default function RecallsPage() {
  const { opened } = useLoaderData<typeof loader>()
  useLiveData()
  return opened ? <RecallView {...opened} /> : <Recalls />
}

function Recalls() {
  const { recalls, search, found, chosen, recallId } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const part = useRef<HTMLElement>(null)
  useScans(part, (code) => void navigate(recallSearchPath(code)))
  return (
    <>
      <ScreenHead back={PRODUCTS_LINK} title={recallMessages.title} lead={recallMessages.lead} />
      <section ref={part} className="panel" aria-labelledby="recall-title">
        <h2 id="recall-title">{recallMessages.newTitle}</h2>
        <div className="panel-body grid gap-4 min-w-0">
          <Form className="search-line" role="search">
            <TextField
              key={search}
              type="search"
              name="search"
              label={recallMessages.findProduct}
              defaultValue={search}
              maxLength={200}
              autoComplete="off"
            />
            <Button type="submit" variant="outline">
              {recallMessages.search}
            </Button>
          </Form>
          {found && found.length === 0 && <p className="minor">{recallMessages.noneFound(search)}</p>}
          {found && found.length > 0 && (
            <ListRows
              rows={found.map(({ id, name, net_weight }) => ({
                key: id,
                to: recallProductPath(id),
                label: `${name} ${net_weight ?? ''}`,
              }))}
            />
          )}
          {chosen && <RecallForm key={chosen.id} product={chosen} recallId={recallId} />}
        </div>
      </section>
      <ListPanel
        titleId="recalls-title"
        title={recallMessages.listTitle}
        none={recallMessages.none}
        className="panel mt-4"
        rows={recalls.map(({ id, product_name, reason, created_at, end_outcome }) => ({
          key: id,
          to: recallPath(id),
          label: product_name,
          middle: formatLondonDate(created_at),
          facts: [reason, end_outcome && recallMessages.ended[end_outcome]],
        }))}
      />
    </>
  )
}
