import { useRef } from 'react'
import { Form, useLoaderData, useNavigate } from 'react-router'
import { formatLondonDate } from '#shop/dates/dates.ts'
import { recallMessages } from '#shop/stock/recalls/recall-messages.ts'
import { useLiveData } from '#web/admin/live-updates/live-settings.tsx'
import { PRODUCTS_LINK } from '#web/admin/products/product-list-url.ts'
import { adminHead } from '#web/admin/layout/admin-head.ts'
import { ScreenHead } from '#web/admin/layout/screen-head.tsx'
import { useScans } from '#web/admin/scans/use-scans.ts'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { ShopLink } from '#web/ui/navigation/shop-link.tsx'
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
        <div className="panel-body recall-parts">
          <Form className="recall-search" role="search">
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
            <ul className="deliveries">
              {found.map(({ id, name, net_weight }) => (
                <li key={id}>
                  <ShopLink to={recallProductPath(id)} className="link">
                    {`${name} ${net_weight ?? ''}`}
                  </ShopLink>
                </li>
              ))}
            </ul>
          )}
          {chosen && <RecallForm key={chosen.id} product={chosen} recallId={recallId} />}
        </div>
      </section>
      <section className="panel mt-4" aria-labelledby="recalls-title">
        <h2 id="recalls-title">{recallMessages.listTitle}</h2>
        {recalls.length === 0 ? (
          <p className="panel-body minor">{recallMessages.none}</p>
        ) : (
          <ul className="deliveries">
            {recalls.map(({ id, product_name, reason, created_at, end_outcome }) => (
              <li key={id}>
                <ShopLink to={recallPath(id)} className="link">
                  {product_name}
                </ShopLink>
                <span>{formatLondonDate(created_at)}</span>
                <span className="minor">
                  {[reason, end_outcome && recallMessages.ended[end_outcome]].filter(Boolean).join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}
