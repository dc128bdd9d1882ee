import { sql, type Kysely } from 'kysely'
import type { DB } from '#platform/database/schema.ts'
import type { StockTake, StockTakeLine, StockTakeSummary } from './stock-take.ts'

const SUMMARY = sql`t.id, t.title, t.created_at, t.applied_at, coalesce(u.full_name, u.email) as by,
  count(l.counted)::integer as counted, (count(*) filter (where l.counted <> l.expected))::integer as differences`

/** Newest first. */
export async function selectStockTakes(db: Kysely<DB>, limit: number): Promise<StockTakeSummary[]> {
  const { rows } = await sql<StockTakeSummary>`
    with newest as (select * from stock_takes order by created_at desc, id limit ${limit})
    select ${SUMMARY}, count(l.id)::integer as lines
      from newest t
      left join stock_take_lines l on l.stock_take_id = t.id
      left join user_profiles u on u.user_id = coalesce(t.applied_by, t.created_by)
     group by t.id, t.title, t.created_at, t.applied_at, u.full_name, u.email
     order by t.created_at desc, t.id`.execute(db)
  return rows
}

export async function selectStockTake(db: Kysely<DB>, id: string): Promise<StockTake | undefined> {
  const { rows } = await sql<StockTake>`
    select ${SUMMARY}, t.version, t.reason,
           coalesce(json_agg(json_build_object('id', l.id, 'product_id', l.product_id, 'name', p.name, 'net_weight', p.net_weight,
             'batch', case when b.id is not null then json_build_object('is_unrecorded', b.is_unrecorded, 'batch_number', b.batch_number,
               'best_before', to_char(b.best_before, 'YYYY-MM-DD'), 'is_recalled', b.is_recalled) end,
             'counted', l.counted, 'expected', l.expected, 'on_shelf', shelf.in_books + shelf.reserved, 'reserved', shelf.reserved)
             order by l.id) filter (where l.id is not null), '[]') as lines
      from stock_takes t
      left join stock_take_lines l on l.stock_take_id = t.id
      left join products p on p.id = l.product_id
      left join product_batches b on b.id = l.batch_id
      left join stock_take_shelf(${id}, null) shelf on shelf.line_id = l.id
      left join user_profiles u on u.user_id = coalesce(t.applied_by, t.created_by)
     where t.id = ${id}
     group by t.id, u.full_name, u.email`.execute(db)
  return rows[0]
}

/** Reads the names of the lines, to list those without a count. */
export async function selectCountedLines(
  db: Kysely<DB>,
  id: string,
): Promise<Pick<StockTakeLine, 'id' | 'name'>[]> {
  const { rows } = await sql<Pick<StockTakeLine, 'id' | 'name'>>`
    select l.id::integer, p.name from stock_take_lines l join products p on p.id = l.product_id where l.stock_take_id = ${id} order by l.id`.execute(
    db,
  )
  return rows
}
