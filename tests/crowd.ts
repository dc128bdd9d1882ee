import pg from 'pg'
import { addressesOf, type ActingAs } from '#db/connect.server.ts'
import { anAddress, codeOf, type Answer } from './arrange.ts'
import type { TestDatabase } from './database.ts'

/** More connections than the shop itself opens: as many people as possible meet in the same moment. */
const CONNECTIONS = 60
/**
 * Rows are reached one by one through their indexes, as among 100,000 products;
 * a scan of a small table would lock them in one order by luck.
 */
const AS_IN_A_LARGE_SHOP =
  '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c enable_bitmapscan=off'

/** Many people at once, each on a connection of their own, all of them open before anybody begins. */
export async function aCrowd(database: TestDatabase) {
  const pool = new pg.Pool({
    connectionString: addressesOf(database.connectionString).acting,
    max: CONNECTIONS,
    options: AS_IN_A_LARGE_SHOP,
  })
  // Its connections may still be saying goodbye when the database is dropped.
  pool.on('error', () => {})
  const opened = await Promise.all(times(CONNECTIONS, () => pool.connect()))
  opened.forEach((client) => client.release())

  /** `as(customer, 'public.cancel_order($1, $2)', [order, 'Cancelled by customer'])` */
  async function as(actor: ActingAs, procedure: string, values: unknown[]): Promise<Answer> {
    const client = await pool.connect()
    try {
      await client.query(
        `begin; set local role ninth_bend_${actor.kind}; set local app.user_id = '${actor.userId}'`,
      )
      const { rows } = await client.query(`select ${procedure} as answer`, values)
      await client.query('commit')
      return rows[0].answer
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }
  return {
    as,
    place: (customer: ActingAs, lines: unknown, key: string = crypto.randomUUID()) =>
      as(customer, 'public.place_order($1, $2, $3, $4)', [key, JSON.stringify(lines), anAddress, 'cod']),
    leave: () => pool.end(),
  }
}

export const times = <T>(number: number, make: (index: number) => T): T[] =>
  Array.from({ length: number }, (_, index) => make(index))

/** How many were answered what: `{ done: 20, 'cart-changed': 180 }`. */
export const tally = (answers: Answer[]) =>
  answers
    .map(codeOf)
    .reduce<Record<string, number>>((sums, code) => ({ ...sums, [code]: (sums[code] ?? 0) + 1 }), {})
