import type { ReactNode } from 'react'
import { ChevronLeftIcon, ChevronRightIcon } from '#kit/display/icons.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { orderPath, type OrderListView } from '#features/orders/admin/list/order-list-url.ts'

type PreviousNextOrderProps = { previous_id: string | null; next_id: string | null; view: OrderListView }

export function PreviousNextOrder({ previous_id, next_id, view }: PreviousNextOrderProps) {
  if (!previous_id && !next_id) return null
  return (
    <nav aria-label="Orders beside this one" className="flex flex-wrap items-center gap-y-1 gap-x-5">
      <OrderLink id={previous_id} view={view} rel="prev" keyName="k">
        <ChevronLeftIcon /> Previous order
      </OrderLink>
      <OrderLink id={next_id} view={view} rel="next" keyName="j">
        Next order <ChevronRightIcon />
      </OrderLink>
    </nav>
  )
}

type OrderLinkProps = {
  id: string | null
  view: OrderListView
  rel: 'prev' | 'next'
  keyName: string
  children: ReactNode
}

function OrderLink({ id, view, rel, keyName, children }: OrderLinkProps) {
  if (!id) return null
  return (
    <ShopLink
      to={orderPath(id, view)}
      rel={rel}
      className="back-link"
      data-key={keyName}
      aria-keyshortcuts={keyName}
    >
      {children}
    </ShopLink>
  )
}
