import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { countField, type StockTake } from '#features/stock/stock-takes/stock-take.ts'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import type { TestProduct } from '#tests/fixtures/databases/test-records.ts'
import type { FormFields, HttpClient } from '#tests/fixtures/http/http-client.ts'
import type { Mutant } from '#prove/runner/mutants.ts'
import type { CheckCounter } from '#prove/runner/proof.ts'
import { toShortJson } from '#prove/runner/run-concurrently.ts'
import { pickRandom, randomInteger, type Random } from '#prove/runner/seeded-random.ts'
import type { Operation } from './stock-model.ts'

type StockTakeHistory = { products: TestProduct[]; done: Operation[]; checks: CheckCounter }

/** Counts one or two products unless others are given, waits while others order, and applies; some forms are sent twice at once. */
export async function takeStock(
  client: HttpClient,
  { products, done, checks }: StockTakeHistory,
  random: Random,
  chosen = [pickRandom(products, random), pickRandom(products, random)].slice(randomInteger(0, 1, random)),
) {
  const take_id = randomUUID()
  const reason = `Counted ${randomUUID()}`
  await client.submit('/admin/stock/takes', { take_id, scope: 'products' })
  const path = `/admin/stock/takes/count?take=${take_id}`
  const read = async () =>
    ((await client.page(path)).loaderData!['admin-stock-take'] as { take: StockTake }).take
  const send = async (fields: FormFields) =>
    client.submit(path, { take_id, version: String((await read()).version), reason, ...fields })
  for (const { id } of chosen) await send({ intent: '', add: id })
  const { lines } = await read()
  // The displayed shelf quantity may have changed since then: such a count differs too.
  const counts = Object.fromEntries(
    lines
      .filter(() => random() < 0.8)
      .map(({ id, on_shelf }) => [
        countField(id),
        String(Math.max(0, on_shelf + pickRandom([-2, -1, 0, 0, 1], random))),
      ]),
  )
  const saved = await send({ intent: 'save', ...counts })
  checks.expect(Boolean(saved.redirect), () => `a count: ${toShortJson(saved.actionData)}`)
  await pause(randomInteger(0, 200, random))
  const form = { intent: 'apply', take_id, version: String((await read()).version), reason, ...counts }
  const copies = random() < 0.5 ? 2 : 1
  const pages = await Promise.all(Array.from({ length: copies }, () => client.submit(path, form)))
  const applied = pages.filter(({ redirect }) => redirect)
  if (applied.length > 0) done.push({ event: 'counted', take: take_id, reason })
  const kindOf = ({ actionData }: (typeof pages)[number]) =>
    (actionData?.['admin-stock-take'] as { kind?: string } | undefined)?.kind
  checks.expect(
    applied.length <= 1 && pages.every((page) => page.redirect || kindOf(page) === 'refused'),
    () => `a stock-take: ${toShortJson(pages.map(({ actionData }) => actionData))}`,
  )
}

/** What should be on the shelf, calculated differently within the snapshot of the storing statement: the ledger without pending orders. */
export const checkExpectedCounts = (database: DatabaseClient) =>
  database.query(`
    do $do$ begin
      create function check_expected_count() returns trigger language plpgsql stable security definer set search_path = public as $$
      declare
        v_shelf constant integer := case when new.batch_id is null then (
            select sum(a.quantity_change) from inventory_adjustments a left join orders o on o.id = a.order_id
             where a.product_id = new.product_id and o.status is distinct from 'pending')
          else (
            select b.opening_quantity + coalesce(sum(m.quantity_change) filter (where o.status is distinct from 'pending'), 0)
              from product_batches b left join batch_movements m on m.batch_id = b.id left join orders o on o.id = m.order_id
             where b.id = new.batch_id group by b.id) end;
      begin
        if new.expected is distinct from v_shelf then
          raise exception 'A count is compared with %, and on the shelf are %.', new.expected, v_shelf;
        end if;
        return new;
      end $$;
      create trigger check_expected_count before update of expected on stock_take_lines for each row
        when (new.expected is not null) execute function check_expected_count();
    end $do$`)

type StockTakeRows = {
  takes: { id: string; product_id: string; reason: string; change: number }[]
  ledger: { product_id: string; reason: string; action_type: string; quantity_change: number }[]
}

export async function readStockTakes(
  database: DatabaseClient,
  ledger: StockTakeRows['ledger'],
): Promise<StockTakeRows> {
  return {
    ledger,
    takes: await database.query(
      `select t.id, l.product_id, t.reason, sum(l.counted - l.expected)::integer as change
         from stock_takes t join stock_take_lines l on l.stock_take_id = t.id
        where t.applied_at is not null and l.counted is not null group by t.id, l.product_id`,
    ),
  }
}

/** The ledger has the differences of each acknowledged stock-take once, and no others. */
export function findStockTakeDifferences(
  done: readonly Operation[],
  { takes, ledger }: StockTakeRows,
): string[] {
  const wrong: string[] = []
  const told = new Set(done.flatMap((operation) => (operation.event === 'counted' ? [operation.take] : [])))
  const found = new Set(takes.map(({ id }) => id))
  for (const take of told) if (!found.has(take)) wrong.push(`somebody was told that ${take} was applied`)
  for (const take of found) if (!told.has(take)) wrong.push(`${take} was applied, which nobody was told`)
  const changes = new Map<string, number>()
  const add = (key: string, change: number) => changes.set(key, (changes.get(key) ?? 0) + change)
  for (const { product_id, reason, action_type, quantity_change } of ledger)
    if (action_type === 'stock_taken') add(`${product_id} ${reason}`, quantity_change)
  for (const { product_id, reason, change } of takes) add(`${product_id} ${reason}`, -change)
  for (const [key, change] of changes)
    if (change !== 0) wrong.push(`${key}: ${change} more in the ledger than counted`)
  return wrong
}

export const stockTakeMutants: Mutant[] = [
  {
    guard: 'a count is compared with the shelf, where the pieces of pending orders lie',
    step: 'random-histories',
    file: 'features/stock/stock-takes/sql/stock_take_shelf.sql',
    from: 'else coalesce(own.pieces, 0) end',
    to: 'else 0 end',
  },
  {
    guard: 'applying adds the difference of the count to the current stock',
    step: 'random-histories',
    file: 'features/stock/stock-takes/sql/apply_stock_take.sql',
    from: 'update public.products p set stock = p.stock + total.quantity',
    to: 'update public.products p set stock = p.stock - total.quantity',
  },
]
