import { sql, type Kysely } from 'kysely'
import type { DB } from '#db/schema.ts'
import { DEFAULT_ORDER_LIMITS, ORDER_LIMITS, type OrderLimits } from './order-limits.ts'

/** A value set by the owner stays. */
export async function writeFirstOrderLimits(db: Kysely<DB>, given: Partial<OrderLimits>): Promise<void> {
  const values = JSON.stringify({ ...DEFAULT_ORDER_LIMITS, ...given })
  await sql`
    insert into settings as known (name, value) select key, value from jsonb_each(${values}::jsonb)
    on conflict (name) do update set value = excluded.value, updated_at = now()
     where known.set_by = 'start' and known.value <> excluded.value`.execute(db)
}

export async function readOrderLimits(db: Kysely<DB>): Promise<OrderLimits> {
  const rows = await db
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', 'in', ORDER_LIMITS)
    .execute()
  return {
    ...DEFAULT_ORDER_LIMITS,
    ...Object.fromEntries(rows.map(({ name, value }) => [name, Number(value)])),
  }
}
