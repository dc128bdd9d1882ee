import { expect, test } from 'vitest'
import { renderPage } from '#tests/fixtures/pages/render-page.tsx'
import { bulkMoveMessages } from '#features/orders/bulk-moves/bulk-move-messages.ts'
import type { AnyOrderRow } from '#features/orders/order.ts'
import { NEXT_STATUS, ORDER_STATUSES, type OrderStatus } from '#features/orders/order-status.ts'
import { ChosenOrdersForm } from './chosen-orders-form.tsx'

const LAST_STATUS = ORDER_STATUSES.find((status) => NEXT_STATUS[status] === null)!

function renderForm(statuses: readonly OrderStatus[], chosen: readonly OrderStatus[]) {
  const rows = (all: readonly OrderStatus[]) => all.map((status) => ({ id: status, status }) as AnyOrderRow)
  const noAction = () => {}
  const Form = () => (
    <ChosenOrdersForm
      orders={rows(statuses)}
      chosenOrders={rows(chosen)}
      isPending={false}
      onChooseAll={noAction}
      onMove={noAction}
    />
  )
  const html = renderPage(Form, {})
  return { hasSteps: html.includes('move_chosen'), hasHint: html.includes(bulkMoveMessages.noneChosen) }
}

test.each([
  [[LAST_STATUS, 'cancelled'], [], { hasSteps: false, hasHint: false }],
  [[LAST_STATUS, 'cancelled'], [LAST_STATUS], { hasSteps: false, hasHint: false }],
  [['pending', LAST_STATUS], [], { hasSteps: true, hasHint: true }],
  [['pending', LAST_STATUS], [LAST_STATUS], { hasSteps: true, hasHint: true }],
  [['pending', LAST_STATUS], ['pending'], { hasSteps: true, hasHint: false }],
] as const)(
  'ORDER-49 a list of %j orders, %j of them chosen, offers steps: %j',
  (statuses, chosen, shown) => {
    expect(renderForm(statuses, chosen)).toEqual(shown)
  },
)
