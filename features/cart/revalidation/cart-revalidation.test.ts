import { expect, test } from 'vitest'
import { addLine, type CartLine } from '#features/cart/cart.ts'
import { createCartStore } from '#features/cart/store/cart-store.ts'
import { createCartRevalidation, type CartLineProduct } from './cart-revalidation.tsx'

const id = (digit: number) => `${String(digit).repeat(8)}-0000-4000-8000-000000000000`
const line = (digit: number, quantity = 1, price = 5): CartLine => ({
  id: id(digit),
  name: `Product ${digit}`,
  image_url: null,
  price,
  quantity,
})
const product = (digit: number, part: Partial<CartLineProduct> = {}): CartLineProduct => ({
  id: id(digit),
  name: `Product ${digit}`,
  image_url: null,
  price: 5,
  stock: 20,
  slug: `product-${digit}`,
  net_weight: '100g',
  allergens: [0, 0, 0],
  ...part,
})

function createCart(...lines: CartLine[]) {
  const cart = createCartStore(() => null)
  cart.change(() => lines)
  return cart
}
function createDeferredServer() {
  const pendingRequests: ((products: CartLineProduct[] | Error) => void)[] = []
  const fetchProducts = () =>
    new Promise<CartLineProduct[]>((resolve, reject) => {
      pendingRequests.push((products) => (products instanceof Error ? reject(products) : resolve(products)))
    })
  return { fetchProducts, pendingRequests }
}
const changeMessages = (cartRevalidation: ReturnType<typeof createCartRevalidation>) =>
  cartRevalidation.stateSignal.get().changes.map(({ sentence }) => sentence)

test('CART-12 opening the cart updates prices, quantities and lines and reports each change', async () => {
  const cart = createCart(line(1), line(2, 9), line(3))
  const cartRevalidation = createCartRevalidation(cart, async () => [
    product(1, { price: 6 }),
    product(2, { stock: 4 }),
  ])
  await cartRevalidation.refresh()
  expect(cart.getSnapshot().lines).toMatchObject([{ price: 6 }, { quantity: 4 }])
  expect(changeMessages(cartRevalidation)).toHaveLength(3)
  expect(cartRevalidation.stateSignal.get()).toMatchObject({ state: 'loaded' })
  expect(cartRevalidation.stateSignal.get().products.get(id(2))?.slug).toBe('product-2')
  cartRevalidation.clearChanges()
  expect(changeMessages(cartRevalidation)).toEqual([])
})

test('CART-12 an unchanged cart reports nothing', async () => {
  const cartRevalidation = createCartRevalidation(createCart(line(1)), async () => [product(1)])
  await cartRevalidation.refresh()
  expect(changeMessages(cartRevalidation)).toEqual([])
})

test('a line added during the request is not treated as withdrawn', async () => {
  const cart = createCart(line(1))
  const server = createDeferredServer()
  const cartRevalidation = createCartRevalidation(cart, server.fetchProducts)
  const refresh = cartRevalidation.refresh()
  cart.change((lines) => addLine(lines, line(2)))
  server.pendingRequests[0]!([product(1)])
  await refresh
  expect(cart.getSnapshot().lines).toHaveLength(2)
})

test('a response older than the latest request is ignored', async () => {
  const cart = createCart(line(1))
  const server = createDeferredServer()
  const cartRevalidation = createCartRevalidation(cart, server.fetchProducts)
  const [firstRefresh, secondRefresh] = [cartRevalidation.refresh(), cartRevalidation.refresh()]
  server.pendingRequests[1]!([product(1, { price: 7 })])
  await secondRefresh
  server.pendingRequests[0]!([product(1, { price: 6 })])
  await firstRefresh
  expect(cart.getSnapshot().lines[0]?.price).toBe(7)
})

test('the cart is unchanged if the request fails', async () => {
  const cart = createCart(line(1, 2))
  const cartRevalidation = createCartRevalidation(cart, async () => {
    throw new TypeError('Failed to fetch')
  })
  await cartRevalidation.refresh()
  expect(cartRevalidation.stateSignal.get().state).toBe('failed')
  expect(cart.getSnapshot().lines).toEqual([line(1, 2)])
})

test('an empty cart sends no request', async () => {
  let requestCount = 0
  const cartRevalidation = createCartRevalidation(createCart(), async () => {
    requestCount += 1
    return []
  })
  await cartRevalidation.refresh()
  expect(requestCount).toBe(0)
})

test('CHECKOUT-12 the lines of a refused order are corrected without a request, other lines stay unchanged', () => {
  const cart = createCart(line(1), line(2, 9), line(3))
  const cartRevalidation = createCartRevalidation(cart, async () => [])
  const notices = cartRevalidation.applyRefusedLines([
    { product_id: id(1), problem: 'price-changed', name: 'Product 1', price: 5.5, stock: 20 },
    { product_id: id(3), problem: 'withdrawn', name: 'Product 3', price: null, stock: null },
  ])
  expect(cart.getSnapshot().lines).toMatchObject([{ price: 5.5 }, { quantity: 9 }])
  expect(notices).toHaveLength(2)
  expect(changeMessages(cartRevalidation)).toHaveLength(2)
})
