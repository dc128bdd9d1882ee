import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findAdjacentOrders, findOrder, listOrders } from '#features/orders/orders.server.ts'
import { PAGE_SIZE } from '#shop/constants.ts'
import { ORDER_STATUSES, type OrderStatus } from '#features/orders/order-status.ts'
import {
  countIndexEntriesRead,
  indexesUsed,
  countTableRowsRead,
} from '#tests/fixtures/databases/captured-query-plans.ts'
import {
  createLargeShop,
  expectWithinQueryBudget,
  LARGE_SHOP_SIZE,
  type LargeShop,
} from '#tests/fixtures/databases/large-shop.ts'
import {
  findAllOrderIds,
  MAX_SEARCH_RESULTS,
  referenceNeighbours,
  referenceOrderPage,
  type ReferenceOrderQuery,
} from '#tests/fixtures/databases/reference-lists.ts'

/** A search scans this many of the newest orders to estimate how frequent its words are. */
const SCANNED_FIRST = 2000
/** Few enough that no word is frequent among the scanned orders. */
const LIMIT = 60
/** The most items of an order in the large shop. */
const MAX_ITEMS_PER_ORDER = 5

let largeShop: LargeShop
beforeAll(async () => {
  largeShop = await createLargeShop()
})
afterAll(() => largeShop.close())

describe('PERFORMANCE-3 the admin order list', () => {
  const orderPages = (asked: ReferenceOrderQuery) =>
    largeShop.plans.capture(() => listOrders(largeShop.shop, largeShop.admin, asked))
  const searchAsOwner = (word: string) =>
    largeShop.plans.capture(() =>
      largeShop.superuser.query<{ ids: string }>(
        `select search_orders($1, null, ${LIMIT})::text as ids from (select set_config('app.user_id', $2, true) offset 0) who`,
        [word, largeShop.admin.userId],
      ),
    )
  const found = async (asked: ReferenceOrderQuery) => {
    const { orders, page, total, isMore } = await listOrders(largeShop.plain, largeShop.admin, asked)
    return { ids: orders.map(({ id }) => id), page, total, isMore }
  }

  test('orders are counted by days, and every page costs about as much as the first', async () => {
    const [days] = await largeShop.database.query<{ days: number; orders: number }>(
      'select count(*) as days, sum(orders)::int as orders from daily_order_counts',
    )
    expect(days!.days).toBeGreaterThan(1000)
    expect(days!.orders).toBeGreaterThan(LARGE_SHOP_SIZE.orders * 0.9)
    const pageCount = Math.ceil(LARGE_SHOP_SIZE.orders / PAGE_SIZE.adminOrders)
    for (const page of [1, 2, Math.floor(pageCount / 2), pageCount - 1, pageCount]) {
      const captured = await orderPages({ page })
      expectWithinQueryBudget(captured, 4)
      expect([...indexesUsed(captured.nodes)]).toContain('orders_by_newest')
      expect(countTableRowsRead(captured.nodes, 'orders')).toBeLessThanOrEqual(PAGE_SIZE.adminOrders)
      expect(countIndexEntriesRead(captured.nodes)).toBeLessThan(LARGE_SHOP_SIZE.orders / 10)
    }
  })

  test('a page is read through the index on time, and item counts by an index', async () => {
    const pageCount = Math.ceil(LARGE_SHOP_SIZE.orders / PAGE_SIZE.adminOrders)
    for (const page of [1, Math.floor(pageCount / 2), pageCount]) {
      const { nodes, result } = await orderPages({ page })
      expect([...indexesUsed(nodes)], `page ${page}`).not.toContain('orders_pkey')
      expect(countTableRowsRead(nodes, 'order_items'), `page ${page}`).toBe(0)
      expect(result.orders.map(({ id, item_count }) => [id, item_count])).toEqual(
        (
          await largeShop.database.query<{ id: string; pieces: number }>(
            `
        select order_id as id, sum(quantity)::int as pieces from order_items where order_id = any ($1) group by 1 order by array_position($1, order_id)`,
            [result.orders.map(({ id }) => id)],
          )
        ).map(({ id, pieces }) => [id, pieces]),
      )
    }
  })

  test.each(ORDER_STATUSES)('orders that are %s: only the displayed rows are read', async (status) => {
    for (const page of [1, 2, 240, 470]) {
      const captured = await orderPages({ status, page })
      expectWithinQueryBudget(captured, 4)
      expect([...indexesUsed(captured.nodes)]).toContain('orders_by_status_newest')
      expect(countTableRowsRead(captured.nodes, 'orders')).toBeLessThanOrEqual(PAGE_SIZE.adminOrders)
      expect(countIndexEntriesRead(captured.nodes)).toBeLessThan(LARGE_SHOP_SIZE.orders / 4)
    }
  })

  test('ORDER-51 orders to send: the overdue first, and only open orders are read', async () => {
    const [open] = await largeShop.database.query<{ count: number }>(
      `select count(*)::int as count from orders where status in ('pending', 'processing')`,
    )
    for (const asked of [
      { page: 1 },
      { page: 2 },
      { page: 1, search: 'nair' },
      { page: 1, search: 'rice' },
    ]) {
      const orderQuery = { ...asked, status: 'to-send' as const }
      const captured = await orderPages(orderQuery)
      expectWithinQueryBudget(captured, 4)
      if (!asked.search) expect([...indexesUsed(captured.nodes)]).toContain('orders_by_status_newest')
      expect(countTableRowsRead(captured.nodes, 'orders')).toBeLessThanOrEqual(
        open!.count + PAGE_SIZE.adminOrders,
      )
      // Without "offset 0" the planner may read the items of all orders.
      expect(countTableRowsRead(captured.nodes, 'order_items')).toBeLessThan(open!.count * 5)
      // No product has that name, so only the page's items are read.
      if (asked.search === 'nair')
        expect(countTableRowsRead(captured.nodes, 'order_items')).toBeLessThanOrEqual(
          captured.result.total * MAX_ITEMS_PER_ORDER,
        )
      expect(await found(orderQuery), JSON.stringify(asked)).toEqual(
        await referenceOrderPage(largeShop.database, orderQuery),
      )
    }
  })

  test('a word search uses the text index or the newest orders, whichever is cheaper', async () => {
    const [order] = await largeShop.database.query<{ email: string }>(
      `select shipping_address ->> 'email' as email from orders order by id limit 1`,
    )
    const rare = await orderPages({ search: order!.email })
    expectWithinQueryBudget(rare, 4)
    expect(indexesUsed(rare.nodes)).toContain('order_search_texts_trgm')
    expect(countTableRowsRead(rare.nodes, 'orders')).toBeLessThanOrEqual(
      SCANNED_FIRST + 2 * rare.result.total + PAGE_SIZE.adminOrders,
    )
    const common = await orderPages({ search: '.example', status: 'delivered' })
    expectWithinQueryBudget(common, 4)
    expect(indexesUsed(common.nodes)).not.toContain('order_search_texts_trgm')
    expect(common.result).toMatchObject({ total: MAX_SEARCH_RESULTS, isMore: true, pageCount: 42 })
  })

  test('lists match the reference implementation, in the same order', async () => {
    const pieces = await largeShop.database.query<{ piece: string }>(`
      select case hashtext(id::text) & 7
               when 0 then left(id::text, 8) when 1 then shipping_address ->> 'phone' when 2 then shipping_address ->> 'post_code'
               when 3 then substr(shipping_address ->> 'email', 2, 5) when 4 then left(shipping_address ->> 'full_name', 2)
               when 5 then split_part(shipping_address ->> 'full_name', ' ', 2) when 6 then left(shipping_address ->> 'phone', 6)
               else substr(shipping_address ->> 'full_name', 2, 4) end as piece from orders order by id limit 30`)
    const long = await largeShop.database.query<{ piece: string }>(`
      select case hashtext(id::text) & 3 when 0 then shipping_address ->> 'email' when 1 then shipping_address ->> 'full_name'
               when 2 then split_part(shipping_address ->> 'email', '@', 1) else replace(shipping_address ->> 'phone', ' ', '') end as piece
        from orders order by id desc limit 20`)
    const products = await largeShop.database.query<{ piece: string }>(`
      select case n % 3 when 0 then p.name when 1 then split_part(p.name, ' ', 3) else p.name || ' ' end as piece
        from (select name, row_number() over (order by id) as n from products) p limit 6`)
    pieces.push(...products)
    for (const [number, search] of [
      'nair',
      'priya',
      '.example',
      '07',
      's',
      'zz',
      'nobody',
      'banana chips',
      'wayanad',
      'reserve',
      'leeds',
      'Ghat Road',
      '12 mill road',
      'ab12',
      ...[...pieces, ...long].map(({ piece }) => piece),
    ].entries()) {
      const asked = {
        search,
        status: [null, 'delivered', null, 'cancelled', 'pending'][number % 5] as OrderStatus | null,
        page: 1 + (number % 3),
      }
      expect(await found(asked), JSON.stringify(asked)).toEqual(
        await referenceOrderPage(largeShop.database, asked),
      )
    }
    for (const status of [null, ...ORDER_STATUSES]) {
      const ids = await findAllOrderIds(largeShop.database, { status })
      for (const page of [1, 2, 22, 23, 237, 238, 239, 240, 472, 474, 475, 476, 499, 500, 501]) {
        expect(await found({ status, page }), `${status} ${page}`).toEqual(
          await referenceOrderPage(largeShop.database, { status, page }, ids),
        )
      }
    }
  })

  test('lists match it with the sums of days, of which some are missing, without reading the cancelled orders', async () => {
    const cacheDays = () =>
      largeShop.superuser.query(
        `select cache_completed_days((select min(created_at)::date from orders), current_date, 2000)`,
      )
    await largeShop.superuser.query('begin')
    await cacheDays()
    await largeShop.superuser.query('commit')
    await largeShop.superuser.query(
      `delete from daily_sales where day in (select (created_at at time zone 'Europe/London')::date from orders order by created_at offset 6000 limit 1)`,
    )
    for (const status of ['delivered', 'cancelled'] as const) {
      const ids = await findAllOrderIds(largeShop.database, { status })
      for (const page of [1, 2, 12, 23, 200, 237, 238, 239, 300, 450, 475, 500]) {
        expect(await found({ status, page }), `${status} ${page}`).toEqual(
          await referenceOrderPage(largeShop.database, { status, page }, ids),
        )
      }
    }
    const [cancelled] = await largeShop.database.query<{ count: number }>(
      `select count(*)::integer as count from orders where status = 'cancelled'`,
    )
    const { nodes } = await orderPages({ status: 'delivered', page: 250 })
    expect(countTableRowsRead(nodes, 'orders')).toBeLessThan(cancelled!.count)
    await largeShop.superuser.query('delete from daily_sales')
  })

  test('a search for a long text matches it as a whole, not its fragments elsewhere', async () => {
    const [order] = await largeShop.database.query<{ name: string }>(
      `select shipping_address ->> 'full_name' as name from orders where length(shipping_address ->> 'full_name') > 12 order by id limit 1`,
    )
    const name = order!.name
    for (const search of [
      name,
      `${name.slice(0, 3)}${name.slice(4, 7)}${name.slice(8, 11)}`,
      `${name.slice(0, 3)}%${name.slice(3)}`,
      `${name.slice(0, 3)}_${name.slice(4)}`,
    ]) {
      expect(await found({ search }), search).toEqual(
        await referenceOrderPage(largeShop.database, { search }),
      )
    }
    expect(
      await largeShop.database.query(
        `select letters from generate_series(1, char_length($1)) letters where $1 not like search_pattern(left($1, letters))`,
        ['vijay_%\\@kerala.example'],
      ),
    ).toEqual([])
  })

  test('a search with too many hits reads only the newer orders', async () => {
    const words = await largeShop.database.query<{ word: string; orders: number }>(`
      select lower(split_part(shipping_address ->> 'full_name', ' ', 1)) as word, count(*)::int as orders from orders
       group by 1 having count(*) between ${LARGE_SHOP_SIZE.orders / 70} and ${LARGE_SHOP_SIZE.orders / 25} order by 1`)
    expect(words.length).toBeGreaterThan(20)
    for (const { word, orders } of words) {
      const captured = await searchAsOwner(word)
      expectWithinQueryBudget(captured, 1)
      expect(captured.result.rows[0]!.ids).toBe(
        `{${(await findAllOrderIds(largeShop.database, { search: word })).slice(0, LIMIT).join()}}`,
      )
      const needed = (LIMIT * LARGE_SHOP_SIZE.orders) / orders
      expect(countTableRowsRead(captured.nodes, 'orders') - SCANNED_FIRST, word).toBeLessThan(needed * 2)
    }
  })

  test('ORDER-67 the customer of an order by phone is searched for once among the orders', async () => {
    const [customer] = await largeShop.database.query<{ user_id: string; email: string }>(
      `select user_id, min(shipping_address ->> 'email') as email from orders
        group by user_id having count(*) < 10 order by user_id limit 1`,
    )
    const { nodes, result } = await largeShop.plans.capture(() =>
      largeShop.superuser.query<{ user_id: string }>(
        `select found.user_id from (select set_config('app.user_id', $2, true) offset 0) who, find_phone_customers($1, 20) found`,
        [customer!.email, largeShop.admin.userId],
      ),
    )
    expect(result.rows).toEqual([{ user_id: customer!.user_id }])
    expect(countTableRowsRead(nodes, 'orders')).toBeLessThan(2 * SCANNED_FIRST)
  })

  test('an order page and its neighbours read few rows', async () => {
    const orders = await largeShop.database.query<{ id: string; email: string }>(
      `select id, shipping_address ->> 'email' as email from orders order by id limit 6`,
    )
    for (const [number, { id, email }] of orders.entries()) {
      const page = await largeShop.plans.capture(() => findOrder(largeShop.shop, largeShop.admin, id))
      expectWithinQueryBudget(page, 3)
      expect(countTableRowsRead(page.nodes, 'orders')).toBe(1)
      for (const asked of [
        {},
        { status: 'delivered' as const },
        { search: email },
        { search: 'nair' },
        { search: 'nair', status: 'cancelled' as const },
        { search: 'nobody' },
        { status: 'to-send' as const },
        { search: 'nair', status: 'to-send' as const },
      ]) {
        const neighbours = await largeShop.plans.capture(() =>
          findAdjacentOrders(largeShop.shop, largeShop.admin, { orderId: id, ...asked }),
        )
        expectWithinQueryBudget(neighbours, 3)
        expect(countTableRowsRead(neighbours.nodes, 'orders')).toBeLessThan(
          asked.search || asked.status === 'to-send' ? 4200 : 4,
        )
        if (number < 3)
          expect(neighbours.result, JSON.stringify({ id, ...asked })).toEqual(
            await referenceNeighbours(largeShop.database, id, asked),
          )
      }
    }
  })

  test('what most orders hold, but none of the newest, is found without reading them all', async () => {
    const newest = 5000
    await largeShop.superuser.query(
      `update orders set shipping_address = jsonb_set(shipping_address, '{city}', '"Slough"')
        where id in (select id from orders order by created_at desc, id offset ${newest})`,
    )
    const { nodes, result } = await searchAsOwner('slough')
    expect(result.rows[0]!.ids).toBe(
      `{${(await findAllOrderIds(largeShop.database, { search: 'slough' })).slice(0, LIMIT).join()}}`,
    )
    expect(countTableRowsRead(nodes, 'orders')).toBeLessThan(newest * 3)
  })
})
