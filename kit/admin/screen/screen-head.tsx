import type { ReactNode } from 'react'
import { ChevronLeftIcon } from '#kit/display/icons.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'

type ScreenLink = { to: string; label: string }
type ScreenHeadProps = {
  title: ReactNode
  /** Links to the list from which this screen was opened. */
  back?: ScreenLink
  /** Links to the parent screens, on the line of the title. */
  trail?: readonly ScreenLink[]
  lead?: ReactNode
  actions?: ReactNode
}

export const ScreenHead = ({ title, back, trail = NO_TRAIL, lead, actions }: ScreenHeadProps) => (
  <>
    {back && (
      <div className="screen-head">
        <ShopLink to={back.to} className="back-link">
          <ChevronLeftIcon /> <span>{back.label}</span>
        </ShopLink>
      </div>
    )}
    <div className={actions ? 'screen-head items-center justify-between' : 'screen-head'}>
      {trail.map(({ to, label }) => (
        <p key={to}>
          <ShopLink to={to} className="link">
            {label}
          </ShopLink>
        </p>
      ))}
      <h1>{title}</h1>
      {actions && <span className="flex flex-wrap items-center gap-y-2 gap-x-4">{actions}</span>}
      {lead && <p>{lead}</p>}
    </div>
  </>
)

const NO_TRAIL: readonly ScreenLink[] = []
