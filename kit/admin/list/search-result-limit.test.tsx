import { describe, expect, test } from 'vitest'
import { renderPage } from '#tests/fixtures/pages/render-page.tsx'
import type { AdministratorRole } from '#shop/administrator-role.ts'
import { adminOrderMessages } from '#features/orders/admin-order-messages.ts'
import OrdersPage from '#features/orders/admin/list/orders-page.tsx'
import ProductsPage from '#features/catalogue/products/list/admin/products-page.tsx'

const pages = { pageCount: 42, total: 1000 }
const order = {
  id: crypto.randomUUID(),
  status: 'delivered',
  created_at: '2026-11-21T10:00:00Z',
  full_name: 'Anu',
  post_code: 'E1 6AN',
  item_count: 1,
  total_amount: 4.5,
}
const product = {
  id: crypto.randomUUID(),
  name: 'Clove',
  category_name: 'Spices',
  price: 3,
  offer_ends_at: null,
  stock: 4,
  sellable_stock: 4,
  is_low_stock: true,
  is_active: true,
  badge: null,
  net_weight: null,
  picture: null,
}

const noOrders = (search: string, adminRole?: AdministratorRole) =>
  renderPage(
    OrdersPage,
    {
      view: { search, status: null, page: 1 },
      failure: null,
      now: '2026-11-22T12:00:00Z',
      list: { orders: [], page: 1, pageCount: 1, total: 0, isMore: false },
    },
    { adminRole },
  )
const orders = (list: { page: number; isMore: boolean }) =>
  renderPage(OrdersPage, {
    view: { search: 'mail.example', status: null, page: list.page },
    failure: null,
    now: '2026-11-22T12:00:00Z',
    list: { orders: [order], ...pages, ...list },
  })
const products = (list: { page: number; isMore: boolean }) =>
  renderPage(ProductsPage, {
    view: { search: 'e', category: null, show: null, sort: 'name', page: list.page },
    dialog: null,
    notice: null,
    categories: [],
    wholeList: null,
    product: null,
    movements: [],
    products: { products: [product], ...pages, ...list },
  })

test.each([
  ['3f2', true],
  ['#3F', true],
  ['3f2a', false],
  ['anu', false],
])('a search for %s without results shows the hint on the length of order IDs: %s', (search, isHintShown) => {
  expect(noOrders(search).includes(adminOrderMessages.idTooShort)).toBe(isHintShown)
})

test.each([
  ['230', 'owner', true],
  [' 1234 ', 'manager', true],
  ['230', 'packer', false],
  ['£230', 'owner', false],
  ['07700900123', 'owner', false],
] as const)(
  'ORDER-70 a search for %s without results tells the %s how to find a total: %s',
  (search, adminRole, isHintShown) => {
    const hint = adminOrderMessages.totalNeedsPounds(search.trim())
    expect(noOrders(search, adminRole).includes(hint)).toBe(isHintShown)
  },
)

describe('The last page of a capped search result explains how to narrow it', () => {
  test.each([
    [
      'orders',
      orders,
      'A search lists the newest 1,000 orders: to reach older ones, narrow it by more letters or by status.',
    ],
    [
      'products',
      products,
      'A search lists 1,000 products: to reach the others, narrow it by more letters, category or kind.',
    ],
  ] as const)('of %s', (_what, list, message) => {
    const last = list({ page: 42, isMore: true })
    expect(last).toContain(' 985 to 1,000 of more than 1,000')
    expect(last).toContain(message)
    expect(list({ page: 41, isMore: true }), 'there is a Next').not.toContain(message)
    expect(list({ page: 42, isMore: false }), 'there are no others').not.toContain(message)
  })
})
