import type { OrderDetail } from '#features/orders/order.ts'
import {
  findInconsistencies,
  insertProduct,
  readStock,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import type { FormFields, HttpClient } from '#tests/fixtures/http/http-client.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import { toBaseOrder, quantityField } from '#features/orders/admin/order/order-draft.ts'
import type { Mutant } from '#prove/runner/mutants.ts'
import type { ProofStep } from '#prove/runner/proof.ts'
import { runConcurrently, toShortJson } from '#prove/runner/run-concurrently.ts'
import { advanceOrderFrom, createOrderScenario, DONE, postAdminOrderStep, step } from './order-steps.ts'

const STOCK = 20
const EDITED_STREET = '4 Mill Street'

async function readOrder(client: HttpClient, id: string): Promise<OrderDetail> {
  const page = await client.page(`/admin/orders/${id}`)
  return (page.loaderData!['admin-order'] as { order: OrderDetail }).order
}

/** One more unit of each item and another street; with a product, two units of it. */
function editForm(order: OrderDetail, added: TestProduct | null): FormFields {
  const item = added && {
    product_id: added.id,
    product_name: added.name,
    net_weight: null,
    price: added.price,
  }
  return {
    intent: 'edit',
    seen: JSON.stringify(toBaseOrder(order)),
    estimated_delivery: order.estimated_delivery,
    address: EDITED_STREET,
    ...(added && { added: JSON.stringify([item]), [quantityField(added.id)]: '2' }),
    ...Object.fromEntries(order.items.map(({ id, quantity }) => [quantityField(id), String(quantity + 1)])),
  }
}

const readResult = async (db: DatabaseClient, order: string) =>
  (
    await db.query<{ status: string; street: string; total: number; lines: number; edits: number }>(
      `select o.status, o.shipping_address ->> 'address' as street, o.total_amount::float8 as total,
              (select sum(i.price * i.quantity)::float8 from order_items i where i.order_id = o.id) as lines,
              (select count(*)::int from order_history h where h.order_id = o.id and h.event = 'edited') as edits
         from orders o where o.id = $1`,
      [order],
    )
  )[0]!

const editAgainstShip: ProofStep = {
  name: 'edit-against-ship',
  scenario:
    'two administrators edit one order (quantity, address, half the time an added product) while a third ships it or its customer cancels it',
  async runProof(proofContext, checks) {
    const { db, owner, customers } = await createOrderScenario(proofContext, proofContext.times(500, 40))
    let editedCount = 0
    await runConcurrently(4, customers, async (customer, round) => {
      const isCancelled = round % 3 === 0
      const honey = await insertProduct(db, { name: 'Edited Honey', price: 6.95, stock: STOCK })
      const pepper = await insertProduct(db, { name: 'Added Pepper', price: 4.05, stock: STOCK })
      const id = await placeOrderOverHttp(customer, [{ product: honey, quantity: 3 }])
      await advanceOrderFrom(owner, id, 'pending')
      const before = await readOrder(owner, id)
      const isAdding = round % 4 < 2
      const form = editForm(before, isAdding ? pepper : null)
      const edit = () => postAdminOrderStep(owner.copy(), 'detail', id, form)
      const end = () =>
        isCancelled
          ? step(customer.copy(), '/profile/orders', { order_id: id, intent: 'cancel' })
          : advanceOrderFrom(owner.copy(), id, 'processing')
      const early = round % 2 === 0 ? end() : undefined
      const [first, second, ended] = await Promise.all([edit(), edit(), early ?? end()])
      const edits = [first, second].filter((answer) => answer === DONE).length
      const found = await readResult(db, id)
      const isEdited = edits > 0
      if (isEdited) editedCount += 1
      const [honeyUnits, pepperUnits] = isEdited ? [4, isAdding ? 2 : 0] : [3, 0]
      const stock = [await readStock(db, honey), await readStock(db, pepper)]
      const expected = {
        ended: DONE,
        status: isCancelled ? 'cancelled' : 'shipped',
        street: isEdited ? EDITED_STREET : before.shipping_address.address,
        edits: isEdited ? 1 : 0,
        stock: isCancelled ? [STOCK, STOCK] : [STOCK - honeyUnits, STOCK - pepperUnits],
        totalIsSum: true,
      }
      const observed = {
        ended,
        status: found.status,
        street: found.street,
        edits: found.edits,
        stock,
        totalIsSum: Math.abs(found.total - found.lines) < 0.005,
      }
      checks.expect(
        edits <= 1 && toShortJson(observed) === toShortJson(expected),
        () => `${edits} edits were answered as saved: ${toShortJson(observed)}`,
      )
    })
    const wrong = await findInconsistencies(db)
    if (wrong.length > 0) checks.wrong.push(toShortJson(wrong))
    return `of two edits at most one was saved, and none after the order had left: ${editedCount} edited first, ${customers.length - editedCount} too late`
  },
}

export const editSteps = [editAgainstShip]

const EDIT = 'features/orders/sql/edit_order.sql'
export const editMutants: Mutant[] = [
  {
    guard: 'an edit waits for the lock of the order',
    step: 'edit-against-ship',
    file: EDIT,
    from: 'from public.orders o where o.id = p_order_id for no key update;',
    to: 'from public.orders o where o.id = p_order_id;',
  },
  {
    guard: 'an edit compares the version that the administrator saw',
    step: 'edit-against-ship',
    file: EDIT,
    from: 'if v_order.version is distinct from p_version then',
    to: 'if false then',
  },
]
