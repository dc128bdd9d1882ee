import { expect, test } from 'vitest'
import { addLine, type CartLine } from '#shop/cart/cart.ts'
import { createCartStore } from '#web/cart/store/cart-store.ts'
import { createCartRevalidation, type CartLineProduct } from './cart-revalidation.ts'

const id = (digit: number) => `${String(digit).repeat(8)}-0000-4000-8000-000000000000`
const line = (digit: number, quantity = 1, price = 5): CartLine => ({
  id: id(digit), name: `Product ${digit}`, image_url: null, price, quantity,
})
const product = (digit: number, part: Partial<CartLineProduct> = {}): CartLineProduct => ({
  id: id(digit), name: `Product ${digit}`, image_url: null, price: 5, stock: 20, slug: `product-${digit}`, net_weight: '100g', ...part,
})

function createCart(...lines: CartLine[]) {
  const cart = createCartStore(() => null)
  cart.change(() => lines)
  return cart
}
/** A server whose answers come when the test says so. */
function createDeferredServer() {
  const pendingRequests: ((products: CartLineProduct[] | Error) => void)[] = []
  const ask = () =>
    new Promise<CartLineProduct[]>((resolve, reject) => {
      pendingRequests.push((products) => (products instanceof Error ? reject(products) : resolve(products)))
    })
  return { ask, pendingRequests }
}
const sentences = (cartRevalidation: ReturnType<typeof createCartRevalidation>) => cartRevalidation.stateSignal.get().changes.map(({ sentence }) => sentence)

test('CART-12 opening the cart brings prices, quantities and lines up to date and tells each change', async () => {
  const cart = createCart(line(1), line(2, 9), line(3))
  const cartRevalidation = createCartRevalidation(cart, async () => [product(1, { price: 6 }), product(2, { stock: 4 })])
  await cartRevalidation.refresh()
  expect(cart.getSnapshot().lines).toMatchObject([{ price: 6 }, { quantity: 4 }])
  expect(sentences(cartRevalidation)).toHaveLength(3)
  expect(cartRevalidation.stateSignal.get()).toMatchObject({ state: 'fresh' })
  expect(cartRevalidation.stateSignal.get().products.get(id(2))?.slug).toBe('product-2')
  cartRevalidation.clearChanges()
  expect(sentences(cartRevalidation)).toEqual([])
})

test('CART-12 a cart that is true already is not spoken of', async () => {
  const cartRevalidation = createCartRevalidation(createCart(line(1)), async () => [product(1)])
  await cartRevalidation.refresh()
  expect(sentences(cartRevalidation)).toEqual([])
})

test('what was added while the question was under way is not taken for withdrawn', async () => {
  const cart = createCart(line(1))
  const server = createDeferredServer()
  const cartRevalidation = createCartRevalidation(cart, server.ask)
  const asked = cartRevalidation.refresh()
  cart.change((lines) => addLine(lines, line(2)))
  server.pendingRequests[0]!([product(1)])
  await asked
  expect(cart.getSnapshot().lines).toHaveLength(2)
})

test('an answer that comes after a newer one is dropped', async () => {
  const cart = createCart(line(1))
  const server = createDeferredServer()
  const cartRevalidation = createCartRevalidation(cart, server.ask)
  const [firstRefresh, secondRefresh] = [cartRevalidation.refresh(), cartRevalidation.refresh()]
  server.pendingRequests[1]!([product(1, { price: 7 })])
  await secondRefresh
  server.pendingRequests[0]!([product(1, { price: 6 })])
  await firstRefresh
  expect(cart.getSnapshot().lines[0]?.price).toBe(7)
})

test('when the shop is out of reach the cart stays as it is', async () => {
  const cart = createCart(line(1, 2))
  const cartRevalidation = createCartRevalidation(cart, async () => {
    throw new TypeError('Failed to fetch')
  })
  await cartRevalidation.refresh()
  expect(cartRevalidation.stateSignal.get().state).toBe('failed')
  expect(cart.getSnapshot().lines).toEqual([line(1, 2)])
})

test('an empty cart asks nothing', async () => {
  let asked = 0
  const cartRevalidation = createCartRevalidation(createCart(), async () => {
    asked += 1
    return []
  })
  await cartRevalidation.refresh()
  expect(asked).toBe(0)
})

test('CHECKOUT-12 the lines of a refused order are mended without asking again, the others are left alone', () => {
  const cart = createCart(line(1), line(2, 9), line(3))
  const cartRevalidation = createCartRevalidation(cart, async () => [])
  const notices = cartRevalidation.applyRefusedLines([
    { product_id: id(1), problem: 'price-changed', name: 'Product 1', price: 5.5, stock: 20 },
    { product_id: id(3), problem: 'withdrawn', name: 'Product 3', price: null, stock: null },
  ])
  expect(cart.getSnapshot().lines).toMatchObject([{ price: 5.5 }, { quantity: 9 }])
  expect(notices).toHaveLength(2)
  expect(sentences(cartRevalidation)).toHaveLength(2)
})
