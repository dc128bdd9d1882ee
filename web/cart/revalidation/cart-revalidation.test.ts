import { expect, test } from 'vitest'
import { addLine, type CartLine } from '#shop/cart/cart.ts'
import { createCartStore } from '#web/cart/store/cart-store.ts'
import { createFreshness, type LineFact } from './cart-revalidation.ts'

const id = (digit: number) => `${String(digit).repeat(8)}-0000-4000-8000-000000000000`
const line = (digit: number, quantity = 1, price = 5): CartLine => ({
  id: id(digit), name: `Product ${digit}`, image_url: null, price, quantity,
})
const fact = (digit: number, part: Partial<LineFact> = {}): LineFact => ({
  id: id(digit), name: `Product ${digit}`, image_url: null, price: 5, stock: 20, slug: `product-${digit}`, net_weight: '100g', ...part,
})

function aCart(...lines: CartLine[]) {
  const cart = createCartStore(() => null)
  cart.change(() => lines)
  return cart
}
/** A server whose answers come when the test says so. */
function slowServer() {
  const waiting: ((facts: LineFact[] | Error) => void)[] = []
  const ask = () =>
    new Promise<LineFact[]>((resolve, reject) => {
      waiting.push((facts) => (facts instanceof Error ? reject(facts) : resolve(facts)))
    })
  return { ask, waiting }
}
const sentences = (freshness: ReturnType<typeof createFreshness>) => freshness.news.get().changes.map(({ sentence }) => sentence)

test('D15 opening the cart brings prices, quantities and lines up to date and tells each change', async () => {
  const cart = aCart(line(1), line(2, 9), line(3))
  const freshness = createFreshness(cart, async () => [fact(1, { price: 6 }), fact(2, { stock: 4 })])
  await freshness.refresh()
  expect(cart.getSnapshot().lines).toMatchObject([{ price: 6 }, { quantity: 4 }])
  expect(sentences(freshness)).toHaveLength(3)
  expect(freshness.news.get()).toMatchObject({ state: 'fresh' })
  expect(freshness.news.get().facts.get(id(2))?.slug).toBe('product-2')
  freshness.putAway()
  expect(sentences(freshness)).toEqual([])
})

test('D15 a cart that is true already is not spoken of', async () => {
  const freshness = createFreshness(aCart(line(1)), async () => [fact(1)])
  await freshness.refresh()
  expect(sentences(freshness)).toEqual([])
})

test('what was added while the question was under way is not taken for withdrawn', async () => {
  const cart = aCart(line(1))
  const server = slowServer()
  const freshness = createFreshness(cart, server.ask)
  const asked = freshness.refresh()
  cart.change((lines) => addLine(lines, line(2)))
  server.waiting[0]!([fact(1)])
  await asked
  expect(cart.getSnapshot().lines).toHaveLength(2)
})

test('an answer that comes after a newer one is dropped', async () => {
  const cart = aCart(line(1))
  const server = slowServer()
  const freshness = createFreshness(cart, server.ask)
  const [early, late] = [freshness.refresh(), freshness.refresh()]
  server.waiting[1]!([fact(1, { price: 7 })])
  await late
  server.waiting[0]!([fact(1, { price: 6 })])
  await early
  expect(cart.getSnapshot().lines[0]?.price).toBe(7)
})

test('when the shop is out of reach the cart stays as it is', async () => {
  const cart = aCart(line(1, 2))
  const freshness = createFreshness(cart, async () => {
    throw new TypeError('Failed to fetch')
  })
  await freshness.refresh()
  expect(freshness.news.get().state).toBe('failed')
  expect(cart.getSnapshot().lines).toEqual([line(1, 2)])
})

test('an empty cart asks nothing', async () => {
  let asked = 0
  const freshness = createFreshness(aCart(), async () => {
    asked += 1
    return []
  })
  await freshness.refresh()
  expect(asked).toBe(0)
})

test('D16 the lines of a refused order are mended without asking again, the others are left alone', () => {
  const cart = aCart(line(1), line(2, 9), line(3))
  const freshness = createFreshness(cart, async () => [])
  const notices = freshness.take([
    { product_id: id(1), problem: 'price-changed', name: 'Product 1', price: 5.5, stock: 20 },
    { product_id: id(3), problem: 'withdrawn', name: 'Product 3', price: null, stock: null },
  ])
  expect(cart.getSnapshot().lines).toMatchObject([{ price: 5.5 }, { quantity: 9 }])
  expect(notices).toHaveLength(2)
  expect(sentences(freshness)).toHaveLength(2)
})
