import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'

export type ShopSize = { products: number; customers: number; orders: number }

const FILL = join(import.meta.dirname, 'big-shop.sql')

/** Fills a migrated database that has no orders yet, as its superuser; the same size makes the same shop on the same day. */
export async function fillShop(connectionString: string, { products, customers, orders }: ShopSize): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    await client.query(`begin;
      set local big_shop.products = ${products}; set local big_shop.customers = ${customers}; set local big_shop.orders = ${orders};
      ${readFileSync(FILL, 'utf8')}; commit`)
    await client.query('vacuum analyze')
    // Whoever looks at that moment, autovacuum too, keeps rows from being known as seen by all, which indexes need to answer alone.
    for (let tries = 0; tries < 40 && (await isSeenInPart(client)); tries++) {
      await pause(250)
      await client.query('vacuum products, stock_levels, orders')
    }
  } finally {
    await client.end()
  }
}

async function isSeenInPart(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_class where oid = any ('{products, stock_levels, orders}'::regclass[]) and relallvisible < relpages`)
  return rowCount !== 0
}
