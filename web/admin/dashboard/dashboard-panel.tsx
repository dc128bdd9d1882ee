import { useId, type ReactNode } from 'react'
import { dashboardPanelMessages } from '#shop/reports/dashboard/dashboard-messages.ts'
import type { SalesPeriod } from '#shop/reports/sales/sales-period.ts'
import { ShopLink } from '#web/ui/navigation/shop-link.tsx'
import { dashboardPath } from './dashboard-url.ts'

/** 'Emails' is found at #emails. */
const panelAnchor = (title: string) => title.toLowerCase().replaceAll(' ', '-')

type DashboardPanelProps = {
  title: string
  /** What stands at the right of its head, such as the way to the whole list. */
  aside?: ReactNode
  children: ReactNode
}

/** One answer of the morning: a region with its heading. */
export function DashboardPanel({ title, aside, children }: DashboardPanelProps) {
  const titleId = useId()
  return (
    <section id={panelAnchor(title)} className="panel" aria-labelledby={titleId}>
      <div className="panel-head">
        <h2 id={titleId}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** In the place of a panel that could not be read. */
export function UnavailablePanel({ title, days }: { title: string; days: SalesPeriod }) {
  return (
    <DashboardPanel title={title}>
      <p className="panel-body" role="alert">
        {dashboardPanelMessages.notRead}{' '}
        <ShopLink to={dashboardPath(days)} className="link" preventScrollReset aria-label={`${dashboardPanelMessages.tryAgain}: ${title}`}>
          {dashboardPanelMessages.tryAgain}
        </ShopLink>
      </p>
    </DashboardPanel>
  )
}
