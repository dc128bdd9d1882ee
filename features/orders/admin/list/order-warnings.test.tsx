import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { renderPage } from '#tests/fixtures/pages/render-page.tsx'
import type { AnyOrderRow } from '#features/orders/order.ts'
import CustomerPage from '#features/customers/admin/customer-page.tsx'
import { OrdersToSendPanel } from '#features/dashboard/admin/orders-to-send-panel.tsx'
import { OrderWarnings } from './order-warnings.tsx'
import { OrdersTable } from './orders-table.tsx'

const sound = {
  status: 'pending',
  country: 'United Kingdom',
  post_code: 'E1 6AN',
  phone: '020 7946 0100',
  has_recalled: false,
} as const
const warnings = (order: Parameters<typeof OrderWarnings>[0]['order']) =>
  [...renderToStaticMarkup(<OrderWarnings order={order} />).matchAll(/<strong[^>]*>(.*?)<\/strong>/g)].map(
    ([, text]) => text,
  )

test('ORDER-45 an order that cannot be delivered is marked with the reason while it is open', () => {
  expect(warnings(sound)).toEqual([])
  const abroad = { ...sound, country: 'France' }
  expect(warnings(abroad)).toEqual(['Cannot be delivered: the country is France'])
  expect(warnings({ ...abroad, status: 'delivered' })).toEqual([])
})

test('RECALL-10 an order with recalled pieces is marked, also beside the other mark', () => {
  expect(warnings({ ...sound, has_recalled: true })).toEqual(['Recalled, do not send'])
  expect(warnings({ ...sound, post_code: '75001', has_recalled: true })).toEqual([
    'Cannot be delivered: 75001 is no post code of the United Kingdom',
    'Recalled, do not send',
  ])
})

test('ORDER-45 RECALL-10 the order list, the dashboard and the page of a customer show the marks', () => {
  const order = {
    ...sound,
    country: 'France',
    has_recalled: true,
    id: crypto.randomUUID(),
    full_name: 'Anu',
    created_at: '2026-11-21T10:00:00Z',
    dispatch_day: null,
    delivery_service: 'standard',
    total_amount: 4.5,
    item_count: 1,
    quantity: 1,
    refunded: 0,
  } as const
  const now = '2026-11-21T12:00:00Z'
  const noAction = () => {}
  const lists = {
    list: () => (
      <OrdersTable
        orders={[order as unknown as AnyOrderRow]}
        chosen={{ ids: [], setIds: noAction, isPending: false, pendingValues: [] } as never}
        handledIds={[]}
        hasJustMoved={false}
        now={now}
        view={{ search: '', status: null, page: 1 }}
        onOrderAction={noAction}
        onMoveChosen={noAction}
        onStatus={noAction}
        onCancel={noAction}
      />
    ),
    dashboard: () => (
      <OrdersToSendPanel
        toSend={{
          orders: [order],
          slips: [order.id],
          pending: 1,
          processing: 0,
          overdue: 0,
          due: 1,
          deadline: '2026-11-22T21:30:00.000Z',
        }}
        now={now}
      />
    ),
    customer: CustomerPage,
  }
  const customer = { full_name: 'Anu', orders: [order], order_count: 1, spent: 4.5, notes: [], emails: [] }
  for (const [name, Page] of Object.entries(lists)) {
    const html = renderPage(Page, { customer: { ...customer, created_at: now }, now })
    expect(html, name).toContain('Cannot be delivered: the country is France')
    expect(html, name).toContain('Recalled, do not send')
  }
})
