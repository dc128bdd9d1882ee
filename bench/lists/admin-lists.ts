import { cpus, loadavg } from 'node:os'
import { ADMIN_PRODUCTS_PAGE_SIZE, PAGE_SIZE } from '#shop/constants.ts'
import { ORDER_STATUSES } from '#features/orders/order-status.ts'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { signInAsAdmin } from '#tests/fixtures/http/http-client.ts'
import { createKeepAliveAgent, sendRequest } from '#bench/runner/http-load.ts'
import { LARGE_SHOP, startLargeShop } from '#bench/runner/large-shop.ts'
import { percentile, type Benchmark, type BenchmarkTable } from '#bench/runner/benchmark.ts'

const REQUESTS = 60
/** Each of 20 searches runs ten times, so that the most expensive word does not decide the 95th percentile. */
const SEARCH_REQUESTS = 200
const WARM_UP = 3
const BUDGET_MS = 50
/** Encodings that current browsers accept. */
const BROWSER_ENCODINGS = 'gzip, deflate, br, zstd'
const SHOPPERS_SEARCH = 'shopper’s search'

export const adminLists: Benchmark = {
  name: 'admin-lists',
  title: 'Lists of the back-office at 100,000 products and 500,000 orders',
  about:
    `Whole requests for a page of the built shop, signed in as its owner, sequentially: ${REQUESTS} of each kind, ${SEARCH_REQUESTS} of searches of shoppers, after ${WARM_UP} warm-up requests, ` +
    `each for another word or order, compressed as for current browsers. The budget is ${BUDGET_MS} ms at the 95th percentile. ` +
    'The last rows are lists and searches of shoppers in the same shop, and all of each together.',
  measure,
}

type Kind = { list: string; description: string; path: (number: number) => string; isPublic?: true }

async function measure(): Promise<BenchmarkTable> {
  const shop = await startLargeShop()
  try {
    const { cookie } = await signInAsAdmin(shop.url)
    const rows: string[][] = []
    const all: Record<'owner' | 'shopper', number[]> = { owner: [], shopper: [] }
    for (const { list, description, path, isPublic } of await kindsOf(shop.db)) {
      const requests = list === SHOPPERS_SEARCH ? SEARCH_REQUESTS : REQUESTS
      const times = await measureTimes(shop.url, { path, requests, headers: isPublic ? {} : { cookie } })
      if (!isPublic) all.owner.push(...times)
      if (list === SHOPPERS_SEARCH) all.shopper.push(...times)
      rows.push([list, description, ...formatTimes(times)])
    }
    rows.push(
      ['all of the back-office', '', ...formatTimes(all.owner)],
      ['all searches of shoppers', '', ...formatTimes(all.shopper)],
    )
    const note = `${shop.seedNote} The machine's load was ${loadavg()[1]!.toFixed(1)} meanwhile, this run included, on ${cpus().length} cores.`
    return { columns: ['list', 'asked for', 'half within', '95 in 100 within'], rows, note }
  } finally {
    await shop.stop()
  }
}

const formatTimes = (times: number[]) => [50, 95].map((share) => `${percentile(times, share).toFixed(1)} ms`)

async function measureTimes(
  url: string,
  { path, requests, headers }: { path: Kind['path']; requests: number; headers: Record<string, string> },
): Promise<number[]> {
  const agent = createKeepAliveAgent(1)
  const times: number[] = []
  for (let number = -WARM_UP; number < requests; number++) {
    const target = path(number + WARM_UP)
    const { status, milliseconds } = await sendRequest(agent, url, {
      path: target,
      headers: { ...headers, 'accept-encoding': BROWSER_ENCODINGS },
    })
    if (status !== 200) throw new Error(`${target} answered ${status}.`)
    if (number >= 0) times.push(milliseconds)
  }
  agent.destroy()
  return times
}

type Sample = {
  id: string
  full_name: string
  email: string
  phone: string
  post_code: string
  city: string
  address: string
  total: string
}

async function kindsOf(db: DatabaseClient): Promise<Kind[]> {
  const orders = await db.query<Sample>(`
    select id, shipping_address ->> 'full_name' as full_name, shipping_address ->> 'email' as email, shipping_address ->> 'phone' as phone,
           shipping_address ->> 'post_code' as post_code, shipping_address ->> 'city' as city, shipping_address ->> 'address' as address,
           total_amount::text as total from orders where id > 'abcdef00-0000-4000-8000-000000000000' order by id limit 100`)
  const products = await db.query<{ id: string; name: string }>(
    `select id, name from products where id > 'abcdef00-0000-4000-8000-000000000000' order by id limit 100`,
  )
  const [large] = await db.query<{ id: string; slug: string; products: number }>(
    `select c.id, c.slug, k.products from category_counts k join categories c on c.id = k.category_id order by k.products desc limit 1`,
  )
  const order = (number: number) => orders[number % orders.length]!
  const product = (number: number) => products[number % products.length]!
  const word = (number: number, index: number) => product(number).name.split(' ').at(index)!
  const lastPage = {
    orders: Math.ceil(LARGE_SHOP.orders / PAGE_SIZE.adminOrders),
    products: Math.ceil(LARGE_SHOP.products / ADMIN_PRODUCTS_PAGE_SIZE),
  }
  const storefront = (query: string) => ({
    list: 'shopper’s listing',
    path: () => `/products${query}`,
    isPublic: true as const,
  })
  const productList = (
    description: string,
    query: (number: number) => Record<string, string | number>,
  ): Kind => ({ list: 'products', description, path: (number) => address('/admin/products', query(number)) })
  const orderList = (
    description: string,
    query: (number: number) => Record<string, string | number>,
  ): Kind => ({ list: 'orders', description, path: (number) => address('/admin/orders', query(number)) })
  return [
    productList('first page', () => ({})),
    productList('a page in the middle', (number) => ({ page: lastPage.products / 2 - number })),
    productList('last page', () => ({ page: lastPage.products })),
    ...(['name-down', 'price', 'price-down', 'stock', 'stock-down', 'newest'] as const).flatMap((sort) => [
      productList(`by ${sort}`, () => ({ sort })),
      productList(`by ${sort}, in the middle`, (number) => ({ sort, page: lastPage.products / 2 - number })),
    ]),
    ...(['on', 'off', 'low'] as const).flatMap((show) => [
      productList(`only ${show}`, () => ({ show })),
      productList(`only ${show}, by stock, page 100`, () => ({ show, sort: 'stock', page: 100 })),
    ]),
    productList('the largest category', () => ({ category: large!.id })),
    productList('the largest category, by price, page 250', () => ({
      category: large!.id,
      sort: 'price',
      page: 250,
    })),
    productList('two letters', (number) => ({ search: word(number, 0).slice(0, 2) })),
    productList('three letters', (number) => ({ search: word(number, 1).slice(0, 3) })),
    productList('five letters', (number) => ({ search: word(number, 0).slice(0, 5) })),
    productList('five letters, by stock', (number) => ({
      search: word(number, 0).slice(0, 5),
      sort: 'stock',
    })),
    productList('a whole name', (number) => ({ search: product(number).name })),
    productList('what every product holds', () => ({ search: 'e' })),
    productList('what none holds', (number) => ({ search: `nothing ${number}` })),
    {
      list: 'products',
      description: 'stock history',
      path: (number) => address('/admin/products', { stock: product(number).id }),
    },
    { list: 'categories', description: 'all', path: () => '/admin/categories' },
    { list: 'dashboard', description: '', path: () => '/admin/dashboard' },
    orderList('first page', () => ({})),
    orderList('a page in the middle', (number) => ({ page: lastPage.orders / 2 - number * 100 })),
    orderList('last page', () => ({ page: lastPage.orders })),
    ...ORDER_STATUSES.map((status) => orderList(`only ${status}`, () => ({ status }))),
    orderList('to send, overdue first', () => ({ status: 'to-send' })),
    orderList('to send, a first name', (number) => ({
      status: 'to-send',
      search: order(number).full_name.split(' ')[0]!,
    })),
    orderList('only delivered, in the middle', (number) => ({
      status: 'delivered',
      page: lastPage.orders / 2 - 1000 - number,
    })),
    orderList('only cancelled, page 450', () => ({ status: 'cancelled', page: 450 })),
    orderList('short id', (number) => ({ search: order(number).id.slice(0, 8) })),
    orderList('id', (number) => ({ search: order(number).id })),
    orderList('first name', (number) => ({ search: order(number).full_name.split(' ')[0]! })),
    orderList('first and last name', (number) => ({ search: order(number).full_name })),
    orderList('e-mail', (number) => ({ search: order(number).email })),
    orderList('post code', (number) => ({ search: order(number).post_code })),
    orderList('phone', (number) => ({ search: order(number).phone })),
    orderList('beginning of an id', (number) => ({ search: order(number).id.slice(0, 4) })),
    orderList('city', (number) => ({ search: order(number).city })),
    orderList('street', (number) => ({ search: order(number).address })),
    orderList('total', (number) => ({ search: `£${order(number).total}` })),
    orderList('a whole product name', (number) => ({ search: product(number).name })),
    orderList('a word of products', (number) => ({ search: word(number, 1) })),
    orderList('two letters', (number) => ({ search: order(number).full_name.slice(0, 2) })),
    orderList('a name that one in twenty has', (number) => ({ search: 'Nair', page: 1 + (number % 40) })),
    orderList('the same, only cancelled', () => ({ search: 'Nair', status: 'cancelled' })),
    orderList('what every order holds', () => ({ search: '.example' })),
    orderList('what none holds', (number) => ({ search: `nobody ${number}` })),
    {
      list: 'order',
      description: 'with the orders beside it',
      path: (number) => `/admin/orders/${order(number).id}`,
    },
    {
      list: 'order',
      description: 'beside it only delivered',
      path: (number) => address(`/admin/orders/${order(number).id}`, { status: 'delivered' }),
    },
    {
      list: 'order',
      description: 'beside it a rare name',
      path: (number) => address(`/admin/orders/${order(number).id}`, { search: order(number).email }),
    },
    {
      list: 'order',
      description: 'beside it a common name',
      path: (number) => address(`/admin/orders/${order(number).id}`, { search: 'Nair' }),
    },
    { ...storefront(''), description: 'first page' },
    { ...storefront('?page=3000'), description: 'page 3,000' },
    { ...storefront('?sort=price-low-to-high&page=3000'), description: 'by price, page 3,000' },
    { ...storefront(`?category=${large!.slug}&page=300`), description: 'the largest category, page 300' },
    {
      ...storefront('?filter=best-sellers&sort=newest&page=90'),
      description: 'best sellers, newest, page 90',
    },
    ...searchKinds(),
  ]
}

/** Names used in Britain for products of the large shop. */
const SEARCHES = [
  'elaichi',
  'haldi powder',
  'banana chips',
  'coconut oil',
  'honey',
  'tea',
  'matta rice',
  'chilli powder',
  'kurumulaku',
  'gur',
  'ragi',
  'mango pickle',
  'garam masala',
  'filter coffee',
  'cashew',
  'toor dal',
  'chakka',
  'puttu podi',
  'organic jaggery',
  'achar',
] as const
const SLIPS = [
  'cardmom',
  'jagery',
  'coconot oil',
  'bannana chips',
  'tumeric',
  'hony',
  'telicherry',
  'masaala',
  'pickel',
  'cofee',
] as const

/** The highest price differs each time and excludes nothing, so that no page comes from the cache. */
function searchKinds(): Kind[] {
  const kind = (description: string, query: (number: number) => string): Kind => ({
    list: SHOPPERS_SEARCH,
    description,
    path: (number) => `/products?${query(number)}&max-price=${1000 + number}`,
    isPublic: true,
  })
  const of = (texts: readonly string[], number: number) => encodeURIComponent(texts[number % texts.length]!)
  return [
    kind('names in use, 20 in turns', (number) => `q=${of(SEARCHES, number)}`),
    kind('the same, page 2', (number) => `q=${of(SEARCHES, number)}&page=2`),
    kind(
      'free from milk, vegan, in stock',
      (number) => `q=${of(SEARCHES, number)}&free-from=milk&suitable-for=vegan&in-stock=1`,
    ),
    kind('with a slip', (number) => `q=${of(SLIPS, number)}`),
    kind('that finds nothing', (number) => `q=${encodeURIComponent(`paneer ${number}`)}`),
    kind('no search, free from milk', () => 'free-from=milk'),
    kind(
      'no search, free from milk and nuts, cheapest first',
      () => 'free-from=milk&free-from=nuts&sort=price-low-to-high',
    ),
    kind('no search, by unit price', () => 'sort=unit-price'),
    {
      list: SHOPPERS_SEARCH,
      description: 'suggestions for the first letters',
      path: (number) => `/api/search-suggestions?q=${of(SEARCHES, number).slice(0, 3 + (number % 4))}`,
      isPublic: true,
    },
  ]
}

function address(path: string, query: Record<string, string | number>): string {
  const parameters = Object.entries(query).map(([name, value]) => [
    name,
    typeof value === 'number' ? String(Math.floor(value)) : value,
  ])
  return parameters.length === 0 ? path : `${path}?${new URLSearchParams(parameters)}`
}
