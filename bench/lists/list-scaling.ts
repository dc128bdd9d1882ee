import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PAGE_SIZE } from '#shop/constants.ts'
import { fillShop, type ShopSize } from '#tests/fixtures/databases/seed-large-shop.ts'
import { connectionStringOf, lookInto, type Look } from '#tests/fixtures/databases/shop-database.ts'
import { startShop, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'
import { anAdmin } from '#tests/fixtures/http/http-client.ts'
import { BIG_SHOP } from '#bench/runner/large-shop-directory.ts'
import { ask, milliseconds, staysOpen, whole } from '#bench/runner/http-load.ts'
import { median, percentile, type Part, type Table } from '#bench/runner/benchmark.ts'
import { plot, type Line } from '#bench/runner/svg-plot.ts'
import { isWhole, scaled } from '#bench/runner/benchmark-scale.ts'
import { withoutKeeping } from '#bench/runner/without-page-cache.ts'

/** The largest is as admin-lists.ts fills it, which may have done so. */
const SIZES: readonly ShopSize[] = [
  { products: 50, customers: 100, orders: 500 },
  { products: 5_000, customers: 2_500, orders: 25_000 },
  isWhole || process.env['BENCH_BIG'] ? { products: 100_000, customers: 50_000, orders: 500_000 } : { products: 10_000, customers: 5_000, orders: 50_000 },
]
const REQUESTS = scaled(100, 10)
const WARM_UP = scaled(20, 3)
const SAMPLES = 100
const PLOT = isWhole ? 'docs/pictures/flat.svg' : join(tmpdir(), 'ninth-bend-flat.svg')

export const flat: Part = {
  name: 'flat',
  title: 'The same pages in a shop of any size',
  about:
    `Whole requests to ${SIZES.length} shops of ${SIZES.map(({ products, orders }) => `${whole(products)} products and ${whole(orders)} orders`).join(', ')}, which are all open and asked in turns, ` +
    `one request at a time: ${REQUESTS} of each kind and shop after ${WARM_UP} that are not counted, each for another product, page, word or order. No page is kept meanwhile ` +
    '(as under “A listing that is made anew for each visitor”). In brackets what 95 of 100 take.',
  measure,
}

type Opened = { size: ShopSize; shop: RunningShop; look: Look; cookie: string; kinds: Kind[] }
type Kind = { name: string; of: 'products' | 'orders'; isOffice: boolean; path: (number: number) => string }

async function measure(): Promise<Table> {
  const folders: string[] = []
  const opened: Opened[] = []
  try {
    for (const size of SIZES) {
      const isBig = size === SIZES.at(-1) && (isWhole || process.env['BENCH_BIG'] !== undefined)
      const dataDir = isBig ? BIG_SHOP : mkdtempSync(join(tmpdir(), 'ninth-bend-flat-'))
      if (!isBig) folders.push(dataDir)
      opened.push(await openFilled(dataDir, size))
    }
    const times = await withoutKeepingAny(opened.map(({ shop }) => connectionStringOf(shop.dataDir)), () => askAll(opened))
    return tableOf(opened[0]!.kinds, times)
  } finally {
    for (const { look, shop } of opened) {
      await look.close()
      await shop.stop()
    }
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}

async function openFilled(dataDir: string, size: ShopSize): Promise<Opened> {
  const shop = await startShop({ main: 'server/main.ts', dataDir })
  const look = lookInto(dataDir)
  const [before] = await look.query<{ orders: number }>('select count(*) as orders from orders')
  if (before?.orders === 0) {
    // The demonstration shop gives its pictures, and would be larger than the smallest of these.
    await look.query('update products set is_active = false')
    await fillShop(connectionStringOf(dataDir), size)
  }
  return { size, shop, look, cookie: (await anAdmin(shop.url)).cookie, kinds: await kindsOf(look) }
}

/** All of them at once: what is asked in turns has to be measured under one and the same load of the machine. */
async function withoutKeepingAny<Result>(databases: readonly string[], work: () => Promise<Result>): Promise<Result> {
  const [first, ...others] = databases
  return first === undefined ? work() : withoutKeeping(first, () => withoutKeepingAny(others, work))
}

async function kindsOf(look: Look): Promise<Kind[]> {
  const products = await look.query<{ slug: string; name: string }>('select slug, name from products where is_active order by md5(id::text) limit $1', [SAMPLES])
  const orders = await look.query<{ id: string; email: string }>(
    `select id, shipping_address ->> 'email' as email from orders order by md5(id::text) limit $1`, [SAMPLES])
  const [count] = await look.query<{ products: number; orders: number }>(
    'select (select count(*) from products where is_active) as products, (select count(*) from orders) as orders')
  const [large] = await look.query<{ slug: string }>('select c.slug from category_counts k join categories c on c.id = k.category_id order by k.products desc limit 1')
  const one = <Value>(list: readonly Value[], number: number) => list[number % list.length]!
  const middle = (pages: number, number: number) => 1 + (Math.floor(pages / 2) + number) % pages
  const [listPages, orderPages] = [Math.ceil(count!.products / PAGE_SIZE.products), Math.ceil(count!.orders / PAGE_SIZE.adminOrders)]
  const search = (path: string, word: string) => `${path}?${new URLSearchParams({ search: word })}`
  const shown = (name: string, path: Kind['path']): Kind => ({ name, of: 'products', isOffice: false, path })
  const office = (name: string, of: Kind['of'], path: Kind['path']): Kind => ({ name, of, isOffice: true, path })
  return [
    shown('listing, first page', () => '/products'),
    shown('listing by price, around the middle', (number) => `/products?sort=price-low-to-high&page=${middle(listPages, number)}`),
    shown('listing of the largest category', () => `/products?category=${large!.slug}`),
    shown('product', (number) => `/products/${one(products, number).slug}`),
    office('search for a product', 'products', (number) => search('/admin/products', one(products, number).name.slice(0, 12))),
    office('orders, first page', 'orders', () => '/admin/orders'),
    office('orders, around the middle', 'orders', (number) => `/admin/orders?page=${middle(orderPages, number)}`),
    office('search for an order by its id', 'orders', (number) => search('/admin/orders', one(orders, number).id.slice(0, 8))),
    office('search for orders by e-mail', 'orders', (number) => search('/admin/orders', one(orders, number).email)),
    office('order', 'orders', (number) => `/admin/orders/${one(orders, number).id}`),
  ]
}

/** By kind, and by shop in the order of their sizes. */
async function askAll(opened: readonly Opened[]): Promise<number[][][]> {
  const agent = staysOpen(opened.length)
  const all: number[][][] = []
  for (const [place] of opened[0]!.kinds.entries()) {
    const times: number[][] = opened.map(() => [])
    for (let number = -WARM_UP; number < REQUESTS; number += 1) {
      for (const [of, { shop, cookie, kinds }] of opened.entries()) {
        const { path, isOffice } = kinds[place]!
        const asked = path(number + WARM_UP)
        const { status, milliseconds: time } = await ask(agent, shop.url, { path: asked, headers: isOffice ? { cookie } : {} })
        if (status !== 200) throw new Error(`${asked} answered ${status}.`)
        if (number >= 0) times[of]!.push(time)
      }
    }
    all.push(times)
  }
  agent.destroy()
  return all
}

function tableOf(kinds: readonly Kind[], all: readonly number[][][]): Table {
  draw(kinds, all)
  const ratio = (times: readonly number[], others: readonly number[]) => (median(times) / median(others)).toFixed(2)
  return {
    columns: ['page', ...SIZES.map(({ products, orders }) => `${whole(products)} / ${whole(orders)}`), 'middle of small', 'large of small'],
    rows: kinds.map(({ name }, place) => {
      const [small, middle, large] = all[place]!
      return [
        name,
        ...all[place]!.map((times) => `${milliseconds(median(times))} (${milliseconds(percentile(times, 95))})`),
        ratio(middle!, small!),
        ratio(large!, small!),
      ]
    }),
    note: isWhole ? `![Half of the answers come within: against products and against orders](${PLOT.replace('docs/', '')})` : `Drawn into ${PLOT}.`,
  }
}

function draw(kinds: readonly Kind[], all: readonly number[][][]) {
  const linesOf = (of: Kind['of']): Line[] =>
    kinds.flatMap((kind, place) => (kind.of === of ? [{ name: kind.name, points: SIZES.map((size, shop) => ({ x: size[of], y: median(all[place]![shop]!) })) }] : []))
  mkdirSync(dirname(PLOT), { recursive: true })
  writeFileSync(
    PLOT,
    plot('How long half of the answers take at most, by the size of the shop', [
      { title: 'Half of the answers within so many milliseconds, by products', below: 'products', lines: linesOf('products') },
      { title: 'Half of the answers within so many milliseconds, by orders', below: 'orders', lines: linesOf('orders') },
    ]),
  )
}
