import { randomUUID } from 'node:crypto'
import { aProduct, whatDoesNotAddUp, type Good } from '#tests/fixtures/databases/test-records.ts'
import { manyCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { aSubmit, send } from '#tests/fixtures/orders/checkout-requests.ts'
import { atOnce, short } from '#prove/runner/run-concurrently.ts'
import { between, chanceOf, SEED, someoneAmong, type Chance } from '#prove/runner/seeded-random.ts'
import type { Step } from '#prove/runner/proof.ts'

type Sent = { id: unknown; quantity: unknown; price: unknown }
const QUANTITIES: readonly unknown[] = [1, 2, 3, 7, 0, -1, -3, 0.5, 1.5, 999, 1000, 1e9, 1e300, '2', null, true, [1], 2 ** 53]
const forgedPrices = (price: number): readonly unknown[] => [price, price, 0, 0.01, -price, price - 0.01, price + 0.01, price + 1e-9, 1e9, String(price), null, price * 100]

/** The total that the shop has to charge, in pence, or null where it has to refuse. */
function rightTotal(lines: readonly Sent[], goods: ReadonlyMap<string, Good & { isActive: boolean }>): number | null {
  const sums = new Map<string, number>()
  for (const { id, quantity, price } of lines) {
    const good = typeof id === 'string' ? goods.get(id.toLowerCase()) : undefined
    if (!good?.isActive || price !== good.price) return null
    if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 1 || quantity > 999) return null
    sums.set(good.id, (sums.get(good.id) ?? 0) + quantity)
  }
  if (sums.size === 0 || [...sums].some(([id, sum]) => sum > 999 || sum > goods.get(id)!.stock)) return null
  return [...sums].reduce((total, [id, sum]) => total + Math.round(goods.get(id)!.price * 100) * sum, 0)
}

/** D16: a thousand carts that somebody has written by hand, of which some are sound by chance. */
export const tamperedOrders: Step = {
  name: 'orders',
  asks: 'orders with forged prices, fractions, negatives, 1e9, duplicates, unknown and inactive products, against an oracle of the right total',
  async prove(stage, tries) {
    const [shop, look] = [await stage.shop(), await stage.look()]
    const goods = new Map<string, Good & { isActive: boolean }>()
    for (const [price, stock, isActive] of [[12.5, 1_000_000, true], [0.07, 1_000_000, true], [3.33, 500, true], [9.99, 1_000_000, false], [99999.99, 1_000_000, true]] as const) {
      const good = await aProduct(look, { name: `Priced ${price}`, price, stock, is_active: isActive })
      goods.set(good.id, { ...good, isActive })
    }
    const all = [...goods.values()]
    const count = stage.times(1000, 60)
    const chance = chanceOf(SEED)
    const carts = Array.from({ length: count }, (_, place) => FIRST(all)[place] ?? aCart(all, chance))
    const customers = await manyCustomers(shop, Math.min(count, 40))
    let placed = 0
    await atOnce(10, carts, async (lines, place) => {
      const customer = customers[place % customers.length]!.copy()
      const right = rightTotal(lines, goods)
      const answer = await send(customer, { ...aSubmit([]), lines: JSON.stringify(lines) }).catch((problem: unknown) => ({ message: String(problem), placed: undefined, is_nothing_ordered: undefined }))
      const id = answer.placed?.order_id
      const [order] = id ? await look.query<{ total_amount: number; items: number }>('select total_amount, (select sum(price * quantity) from order_items where order_id = o.id) as items from orders o where id = $1', [id]) : []
      // What there is of a product falls with every order; a cart that is sound may come too late.
      const isTooLate = right !== null && 'lines' in answer && answer.lines?.every(({ problem }) => problem === 'not-enough-stock')
      const isRight = order ? right !== null && Math.round(order.total_amount * 100) === right && Number(order.items) === Number(order.total_amount) : (right === null || isTooLate || right >= 1e10) && answer.is_nothing_ordered
      if (order) placed += 1
      tries.expect(Boolean(isRight), () => `${short(lines)}: ${short(order ?? answer)}, expected ${right}`)
    })
    const [{ n }] = (await look.query<{ n: number }>('select count(distinct order_id)::int as n from order_items where product_id = any ($1)', [[...goods.keys()]])) as [{ n: number }]
    tries.expect(n === placed, () => `${placed} were told that they ordered, and there are ${n} orders`)
    const wrong = await whatDoesNotAddUp(look)
    tries.expect(wrong.length === 0, () => short(wrong))
    return `seed ${SEED}; ${placed} sound ones placed at the right total, ${count - placed} refused with nothing ordered`
  },
}

/** Those that chance might leave out. */
const FIRST = ([a, b, , hidden, dear]: readonly Good[]): Sent[][] => [
  [{ id: a!.id, quantity: 2, price: a!.price }],
  [{ id: a!.id, quantity: 1, price: a!.price }, { id: a!.id, quantity: 1, price: a!.price }],
  [{ id: a!.id, quantity: 1, price: a!.price }, { id: a!.id.toUpperCase(), quantity: 2, price: a!.price }],
  [{ id: a!.id, quantity: 1, price: a!.price }, { id: a!.id, quantity: 1, price: a!.price + 1 }],
  [{ id: a!.id, quantity: 1, price: 0.01 }],
  [{ id: hidden!.id, quantity: 1, price: hidden!.price }],
  [{ id: b!.id, quantity: 1, price: b!.price }, { id: hidden!.id, quantity: 1, price: hidden!.price }],
  [{ id: dear!.id, quantity: 999, price: dear!.price }],
  [{ id: dear!.id, quantity: 999, price: dear!.price }, { id: a!.id, quantity: 999, price: a!.price }],
  [{ id: a!.id, quantity: 600, price: a!.price }, { id: a!.id, quantity: 600, price: a!.price }],
  [],
]

function aCart(goods: readonly Good[], chance: Chance): Sent[] {
  const isMostlySound = chance() < 0.4
  return Array.from({ length: between(1, 3, chance) }, () => {
    const good = someoneAmong(goods, chance)
    const id = chance() < 0.03 ? randomUUID() : chance() < 0.1 ? good.id.toUpperCase() : good.id
    if (isMostlySound) return { id, quantity: between(1, 3, chance), price: good.price }
    return { id, quantity: someoneAmong(QUANTITIES, chance), price: someoneAmong(forgedPrices(good.price), chance) }
  })
}
