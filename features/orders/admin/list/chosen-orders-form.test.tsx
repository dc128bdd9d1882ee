import { expect, test } from 'vitest'
import { renderPage } from '#tests/fixtures/pages/render-page.tsx'
import { bulkMoveMessages } from '#features/orders/bulk-moves/bulk-move-messages.ts'
import type { AnyOrderRow } from '#features/orders/order.ts'
import type { OrderStatus } from '#features/orders/order-status.ts'
import { ChosenOrdersForm } from './chosen-orders-form.tsx'

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
  [['delivered', 'cancelled'], [], { hasSteps: false, hasHint: false }],
  [['delivered', 'cancelled'], ['delivered'], { hasSteps: false, hasHint: false }],
  [['pending', 'delivered'], [], { hasSteps: true, hasHint: true }],
  [['pending', 'delivered'], ['delivered'], { hasSteps: true, hasHint: true }],
  [['pending', 'delivered'], ['pending'], { hasSteps: true, hasHint: false }],
] as const)(
  'ORDER-49 a list of %j orders, %j of them chosen, offers steps: %j',
  (statuses, chosen, shown) => {
    expect(renderForm(statuses, chosen)).toEqual(shown)
  },
)
