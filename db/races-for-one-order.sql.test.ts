import { afterAll, beforeAll, expect, test } from 'vitest'
import { NEXT_STATUS } from '#shop/orders/order.ts'
import type { OrderStatus } from '#shop/spec.ts'
import { aCustomer, anAdmin, anOrder, aProduct, whatDoesNotAddUp, type Answer } from '#tests/arrange.ts'
import { aCrowd, times } from '#tests/crowd.ts'
import { newTestDatabase, type TestDatabase } from '#tests/database.ts'

/** RACE_ROUNDS=1000 for the long run; RACE_SEED to see a run again. */
const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 100)
const SEED = Number(process.env['RACE_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const AT_ONCE = 10
const ORDERS_AT_ONCE = 5

let database: TestDatabase
let crowd: Awaited<ReturnType<typeof aCrowd>>

beforeAll(async () => {
  database = await newTestDatabase()
  crowd = await aCrowd(database)
})
afterAll(async () => {
  await crowd.leave()
  await database.close()
})

/** Chance that can be repeated: a number from 0 up to, and without, `below`. */
function chance(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Past = { event: string; from_status: OrderStatus | null; to_status: OrderStatus | null }

test(`D22 D23 D24 two administrators and a customer move, edit and cancel the same orders at once, ${ROUNDS} times at random`, async () => {
  const roll = chance(SEED)
  const owners = [await anAdmin(database), await anAdmin(database)]
  const customer = await aCustomer(database)
  const goods = await Promise.all(times(4, () => aProduct(database, { stock: 60 })))
  const seen: Record<string, number> = {}
  let changes = 0

  async function round(place: number) {
    const lines = [goods[place % 4]!, goods[(place + 1) % 4]!].map((product) => ({ product, quantity: 1 + roll(3) }))
    const id = await anOrder(database, { customer, lines })
    const items = await database.query<{ id: string }>('select id from order_items where order_id = $1', [id])
    const statuses = Object.keys(NEXT_STATUS) as OrderStatus[]
    const act = async (step: number): Promise<Answer> => {
      const owner = owners[step % 2]!
      // What each believes of the order is as old as chance wants it.
      await new Promise((resolve) => setTimeout(resolve, roll(8)))
      switch (roll(5)) {
        case 0:
          return crowd.as(customer, 'public.cancel_order($1, $2)', [id, 'Cancelled by customer'])
        case 1:
          return crowd.as(owner, 'public.cancel_order($1, $2, $3, $4)', [id, 'Cancelled by admin', null, roll(2) === 1])
        case 2: {
          const kept = items.slice(roll(items.length)).map((item) => ({ id: item.id, quantity: 1 + roll(6) }))
          const version = 1 + roll(3)
          const answer = await crowd.as(owner, 'public.edit_order($1, $2, $3, null)', [id, version, JSON.stringify(kept)])
          if (answer.ok) expect([version, version + 1], 'an edit is of the order as it was seen').toContain(answer.value.version)
          return answer
        }
        default: {
          const from = statuses[roll(3)]!
          return crowd.as(owner, 'public.move_order($1, $2, $3)', [id, from, roll(6) === 0 ? statuses[roll(5)] : NEXT_STATUS[from]])
        }
      }
    }
    const answers = await Promise.all(times(AT_ONCE, act))
    for (const answer of answers) {
      const code = answer.ok ? 'done' : answer.refusal.code
      seen[code] = (seen[code] ?? 0) + 1
    }
    const [order] = await database.query<{ status: OrderStatus; version: number }>('select status, version from orders where id = $1', [id])
    const past = await database.query<Past>('select event, from_status, to_status from order_history where order_id = $1 order by id', [id])
    let status: OrderStatus = 'pending'
    for (const { event, from_status, to_status } of past.slice(1)) {
      if (event === 'edited') expect(status, 'only what is on its way is edited').not.toMatch(/delivered|cancelled/)
      else {
        expect(from_status, 'each step begins where the last one ended').toBe(status)
        expect([NEXT_STATUS[status], status === 'cancelled' ? null : 'cancelled']).toContain(to_status)
        status = to_status!
      }
    }
    expect([order!.status, order!.version], 'no change without its line of history').toEqual([status, past.length])
    changes += past.length - 1
  }

  const begun = times(ROUNDS, (place) => place)
  while (begun.length > 0) await Promise.all(begun.splice(0, ORDERS_AT_ONCE).map(round))
  expect(await whatDoesNotAddUp(database), `RACE_SEED=${SEED}`).toEqual([])
  expect(changes, `changes, answered ${JSON.stringify(seen)}`).toBeGreaterThan(ROUNDS)
  for (const code of ['done', 'status-changed', 'changed-meanwhile', 'not-editable']) expect(Object.keys(seen)).toContain(code)
}, 60_000 + ROUNDS * 1_000)
