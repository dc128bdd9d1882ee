import { londonDay } from '#shop/dates/dates.ts'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import type { TestProduct } from '#tests/fixtures/databases/test-records.ts'
import type { CheckCounter } from '#prove/runner/proof.ts'
import { toShortJson } from '#prove/runner/run-concurrently.ts'
import type { BatchRecords } from './batch-model.ts'
import type { Operation } from './stock-model.ts'

/** Records after which ledger row a product's batch was created or changed. The writer locks the product, so the row is exact. */
export const recordBatchStates = (database: DatabaseClient) =>
  database.query(`
    do $do$ begin
      create table batch_states (id bigint generated always as identity, batch_id uuid, product_id uuid, is_unrecorded boolean, is_recalled boolean,
        batch_number text, best_before text, received_at text, opening_quantity integer, after_id bigint);
      create function record_batch_state() returns trigger language plpgsql security definer set search_path = public as $$
      begin
        insert into batch_states (batch_id, product_id, is_unrecorded, is_recalled, batch_number, best_before, received_at, opening_quantity, after_id)
        select new.id, new.product_id, new.is_unrecorded, new.is_recalled, new.batch_number, to_char(new.best_before, 'YYYY-MM-DD'),
               to_char(new.received_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), new.opening_quantity,
               coalesce(max(a.id), 0) from inventory_adjustments a where a.product_id = new.product_id;
        return null;
      end $$;
      create trigger record_batch_state after insert or update of is_recalled, best_before, batch_number on product_batches
        for each row execute function record_batch_state();
    end $do$`)

/** Each query sees one snapshot. */
export async function compareSums(database: DatabaseClient, products: TestProduct[], checks: CheckCounter) {
  const wrong = await database.query(
    `select p.id, p.stock, p.sellable_stock, ledger.sum as ledger, batch.sum as batches, batch.sellable
       from products p
       cross join lateral (select sum(a.quantity_change) from inventory_adjustments a where a.product_id = p.id) ledger
       cross join lateral (select sum(b.remaining), sum(b.remaining) filter (where is_batch_sellable(b.best_before, b.is_recalled)) as sellable
                             from product_batches b where b.product_id = p.id) batch
      where p.id = any ($1) and (p.stock <> ledger.sum or p.stock < 0
         or (batch.sum, coalesce(batch.sellable, 0)) is distinct from (p.stock, p.sellable_stock) and p.sellable_stock is not null)`,
    [products.map(({ id }) => id)],
  )
  checks.add(
    products.length,
    wrong.map((one) => `stock, ledger and batches differ: ${toShortJson(one)}`),
  )
}

export async function readBatchRecords(
  database: DatabaseClient,
  products: TestProduct[],
): Promise<BatchRecords> {
  const ids = [products.map(({ id }) => id)]
  return {
    today: londonDay(new Date()),
    states: await database.query(
      'select batch_id, product_id, is_unrecorded, is_recalled, batch_number, best_before, received_at, opening_quantity, after_id::int from batch_states where product_id = any ($1) order by id',
      ids,
    ),
    ledger: await database.query(
      'select id::int, product_id, order_id, quantity_change, action_type, batch_id from inventory_adjustments where product_id = any ($1) order by inventory_adjustments.id',
      ids,
    ),
    movements: await database.query(
      'select m.adjustment_id::int, m.batch_id, m.quantity_change from batch_movements m join product_batches b on b.id = m.batch_id where b.product_id = any ($1) order by m.id',
      ids,
    ),
    batches: await database.query(
      'select id, product_id, remaining from product_batches where product_id = any ($1)',
      ids,
    ),
    products: await database.query('select id, stock, sellable_stock from products where id = any ($1)', ids),
  }
}

/** Compares acknowledged deliveries and recalls with the batches that they created and stopped. */
export function findBatchOperationDifferences(
  done: readonly Operation[],
  { states }: BatchRecords,
): string[] {
  const wrong: string[] = []
  const made = new Map<string, number>()
  const keyOf = (product: string, number: string | null, day: string | null) =>
    `${product} ${number ?? ''} ${day ?? ''}`
  const seen = new Map<string, boolean>()
  const recalled: string[] = []
  for (const { batch_id, product_id, batch_number, best_before, is_unrecorded, is_recalled } of states) {
    const isNew = !seen.has(batch_id)
    if (is_recalled && seen.get(batch_id) !== true) recalled.push(batch_id)
    seen.set(batch_id, is_recalled)
    if (!isNew || is_unrecorded) continue
    const key = keyOf(product_id, batch_number, best_before)
    made.set(key, (made.get(key) ?? 0) + 1)
  }
  for (const operation of done) {
    if (operation.event === 'recalled') {
      const index = recalled.indexOf(operation.batch)
      if (index >= 0) recalled.splice(index, 1)
      else wrong.push(`somebody was told that batch ${operation.batch} was recalled`)
    }
    if (operation.event !== 'delivered') continue
    for (const { product, batch_number, best_before } of operation.lines) {
      const key = keyOf(product, batch_number, best_before)
      made.set(key, (made.get(key) ?? 0) - 1)
    }
  }
  for (const [key, count] of made)
    if (count !== 0) wrong.push(`of batch ${key} there are ${count} more than were delivered`)
  for (const batch of recalled) wrong.push(`batch ${batch} was recalled, which nobody was told`)
  return wrong
}
