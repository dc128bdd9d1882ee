import { useId, type ReactNode } from 'react'
import { dashboardPanelMessages } from '#features/dashboard/dashboard-messages.ts'
import type { SalesPeriod } from '#features/figures/sales/sales-period.ts'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { dashboardPath } from './dashboard-url.ts'

const panelAnchor = (title: string) => title.toLowerCase().replaceAll(' ', '-')

type DashboardPanelProps = { title: string; aside?: ReactNode; children: ReactNode }

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

export function UnavailablePanel({ title, days }: { title: string; days: SalesPeriod }) {
  return (
    <DashboardPanel title={title}>
      <p className="panel-body" role="alert">
        {dashboardPanelMessages.notRead}{' '}
        <ShopLink
          to={dashboardPath(days)}
          className="link"
          preventScrollReset
          aria-label={`${dashboardPanelMessages.tryAgain}: ${title}`}
        >
          {dashboardPanelMessages.tryAgain}
        </ShopLink>
      </p>
    </DashboardPanel>
  )
}
