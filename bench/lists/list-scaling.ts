import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PAGE_SIZE } from '#shop/constants.ts'
import { seedLargeShop, type ShopSize } from '#tests/fixtures/databases/seed-large-shop.ts'
import {
  connectionStringOf,
  connectToShopDatabase,
  type DatabaseClient,
} from '#tests/fixtures/databases/shop-database.ts'
import { startShop, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'
import { signInAsAdmin } from '#tests/fixtures/http/http-client.ts'
import { LARGE_SHOP_DIRECTORY } from '#bench/runner/large-shop-directory.ts'
import { sendRequest, milliseconds, createKeepAliveAgent, formatInteger } from '#bench/runner/http-load.ts'
import { median, percentile, type Benchmark, type BenchmarkTable } from '#bench/runner/benchmark.ts'
import { renderPlot, type PlotLine } from '#bench/runner/svg-plot.ts'
import { isFullScale, scaled } from '#bench/runner/benchmark-scale.ts'
import { withoutPageCache } from '#bench/runner/without-page-cache.ts'

/** The largest size equals that of admin-lists.ts, so that both can share its data directory. */
const SIZES: readonly ShopSize[] = [
  { products: 50, customers: 100, orders: 500 },
  { products: 5_000, customers: 2_500, orders: 25_000 },
  isFullScale || process.env['BENCH_BIG']
    ? { products: 100_000, customers: 50_000, orders: 500_000 }
    : { products: 10_000, customers: 5_000, orders: 50_000 },
]
const REQUESTS = scaled(100, 10)
const WARM_UP = scaled(20, 3)
const SAMPLES = 100
const PLOT = isFullScale ? 'docs/pictures/flat.svg' : join(tmpdir(), 'ninth-bend-flat.svg')

export const listScaling: Benchmark = {
  name: 'flat',
  title: 'Uncached pages by size of the shop',
  about:
    `Whole requests to ${SIZES.length} shops of ${SIZES.map(({ products, orders }) => `${formatInteger(products)} products and ${formatInteger(orders)} orders`).join(', ')}, in turns, ` +
    `one request at a time: ${REQUESTS} of each kind and shop after ${WARM_UP} warm-up requests, each for another product, page, word or order. No page is cached ` +
    '(as under “An uncached listing”). The 95th percentile is in brackets.',
  measure,
}

type OpenedShop = { size: ShopSize; shop: RunningShop; db: DatabaseClient; cookie: string; kinds: Kind[] }
type Kind = {
  name: string
  of: 'products' | 'orders'
  isAdminPage: boolean
  path: (number: number) => string
}

async function measure(): Promise<BenchmarkTable> {
  const temporaryDirectories: string[] = []
  const opened: OpenedShop[] = []
  try {
    for (const size of SIZES) {
      const isLargest = size === SIZES.at(-1) && (isFullScale || process.env['BENCH_BIG'] !== undefined)
      const dataDir = isLargest ? LARGE_SHOP_DIRECTORY : mkdtempSync(join(tmpdir(), 'ninth-bend-flat-'))
      if (!isLargest) temporaryDirectories.push(dataDir)
      opened.push(await openLargeShop(dataDir, size))
    }
    const times = await withoutPageCaches(
      opened.map(({ shop }) => connectionStringOf(shop.dataDir)),
      () => measureAll(opened),
    )
    return tableOf(opened[0]!.kinds, times)
  } finally {
    for (const { db, shop } of opened) {
      await db.close()
      await shop.stop()
    }
    for (const directory of temporaryDirectories) rmSync(directory, { recursive: true, force: true })
  }
}

async function openLargeShop(dataDir: string, size: ShopSize): Promise<OpenedShop> {
  const shop = await startShop({ main: 'app/main.ts', dataDir })
  const db = connectToShopDatabase(dataDir)
  const [before] = await db.query<{ orders: number }>('select count(*) as orders from orders')
  if (before?.orders === 0) {
    // The demonstration products provide the pictures, but are more than the smallest size.
    await db.query('update products set is_active = false')
    await seedLargeShop(connectionStringOf(dataDir), size)
  }
  return { size, shop, db, cookie: (await signInAsAdmin(shop.url)).cookie, kinds: await kindsOf(db) }
}

/** Disables the page cache of all shops together, because they are measured in turns under the same load. */
async function withoutPageCaches<Result>(
  databases: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const [first, ...others] = databases
  return first === undefined ? work() : withoutPageCache(first, () => withoutPageCaches(others, work))
}

async function kindsOf(db: DatabaseClient): Promise<Kind[]> {
  const products = await db.query<{ slug: string; name: string }>(
    'select slug, name from products where is_active order by md5(id::text) limit $1',
    [SAMPLES],
  )
  const orders = await db.query<{ id: string; email: string }>(
    `select id, shipping_address ->> 'email' as email from orders order by md5(id::text) limit $1`,
    [SAMPLES],
  )
  const [count] = await db.query<{ products: number; orders: number }>(
    'select (select count(*) from products where is_active) as products, (select count(*) from orders) as orders',
  )
  const [large] = await db.query<{ slug: string }>(
    'select c.slug from category_counts k join categories c on c.id = k.category_id order by k.products desc limit 1',
  )
  const pick = <Value>(list: readonly Value[], number: number) => list[number % list.length]!
  const middle = (pages: number, number: number) => 1 + ((Math.floor(pages / 2) + number) % pages)
  const [listPages, orderPages] = [
    Math.ceil(count!.products / PAGE_SIZE.products),
    Math.ceil(count!.orders / PAGE_SIZE.adminOrders),
  ]
  const search = (path: string, word: string) => `${path}?${new URLSearchParams({ search: word })}`
  const storefrontKind = (name: string, path: Kind['path']): Kind => ({
    name,
    of: 'products',
    isAdminPage: false,
    path,
  })
  const adminKind = (name: string, of: Kind['of'], path: Kind['path']): Kind => ({
    name,
    of,
    isAdminPage: true,
    path,
  })
  return [
    storefrontKind('listing, first page', () => '/products'),
    storefrontKind(
      'listing by price, around the middle',
      (number) => `/products?sort=price-low-to-high&page=${middle(listPages, number)}`,
    ),
    storefrontKind('listing of the largest category', () => `/products?category=${large!.slug}`),
    storefrontKind('product', (number) => `/products/${pick(products, number).slug}`),
    adminKind('search for a product', 'products', (number) =>
      search('/admin/products', pick(products, number).name.slice(0, 12)),
    ),
    adminKind('orders, first page', 'orders', () => '/admin/orders'),
    adminKind(
      'orders, around the middle',
      'orders',
      (number) => `/admin/orders?page=${middle(orderPages, number)}`,
    ),
    adminKind('search for an order by its id', 'orders', (number) =>
      search('/admin/orders', pick(orders, number).id.slice(0, 8)),
    ),
    adminKind('search for orders by e-mail', 'orders', (number) =>
      search('/admin/orders', pick(orders, number).email),
    ),
    adminKind('order', 'orders', (number) => `/admin/orders/${pick(orders, number).id}`),
  ]
}

async function measureAll(opened: readonly OpenedShop[]): Promise<number[][][]> {
  const agent = createKeepAliveAgent(opened.length)
  const all: number[][][] = []
  for (const [index] of opened[0]!.kinds.entries()) {
    const times: number[][] = opened.map(() => [])
    for (let number = -WARM_UP; number < REQUESTS; number += 1) {
      for (const [of, { shop, cookie, kinds }] of opened.entries()) {
        const { path, isAdminPage } = kinds[index]!
        const requestPath = path(number + WARM_UP)
        const { status, milliseconds: time } = await sendRequest(agent, shop.url, {
          path: requestPath,
          headers: isAdminPage ? { cookie } : {},
        })
        if (status !== 200) throw new Error(`${requestPath} answered ${status}.`)
        if (number >= 0) times[of]!.push(time)
      }
    }
    all.push(times)
  }
  agent.destroy()
  return all
}

function tableOf(kinds: readonly Kind[], all: readonly number[][][]): BenchmarkTable {
  draw(kinds, all)
  const ratio = (times: readonly number[], others: readonly number[]) =>
    (median(times) / median(others)).toFixed(2)
  return {
    columns: [
      'page',
      ...SIZES.map(({ products, orders }) => `${formatInteger(products)} / ${formatInteger(orders)}`),
      'middle of small',
      'large of small',
    ],
    rows: kinds.map(({ name }, index) => {
      const [small, middle, large] = all[index]!
      return [
        name,
        ...all[index]!.map(
          (times) => `${milliseconds(median(times))} (${milliseconds(percentile(times, 95))})`,
        ),
        ratio(middle!, small!),
        ratio(large!, small!),
      ]
    }),
    note: isFullScale
      ? `![Half of the answers come within: against products and against orders](${PLOT.replace('docs/', '')})`
      : `Drawn into ${PLOT}.`,
  }
}

function draw(kinds: readonly Kind[], all: readonly number[][][]) {
  const linesOf = (of: Kind['of']): PlotLine[] =>
    kinds.flatMap((kind, index) =>
      kind.of === of
        ? [
            {
              name: kind.name,
              points: SIZES.map((size, shop) => ({ x: size[of], y: median(all[index]![shop]!) })),
            },
          ]
        : [],
    )
  mkdirSync(dirname(PLOT), { recursive: true })
  writeFileSync(
    PLOT,
    renderPlot('How long half of the answers take at most, by the size of the shop', [
      {
        title: 'Half of the answers within so many milliseconds, by products',
        below: 'products',
        lines: linesOf('products'),
      },
      {
        title: 'Half of the answers within so many milliseconds, by orders',
        below: 'orders',
        lines: linesOf('orders'),
      },
    ]),
  )
}
