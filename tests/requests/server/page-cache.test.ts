import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { messages } from '#shop/messages/messages.ts'
import { insertCategory, insertProduct, type TestProduct } from '#tests/fixtures/databases/test-records.ts'
import { ADMIN, startShop, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'
import { createPhoto } from '#tests/fixtures/products/picture-uploads.ts'
import {
  signInNewCustomer,
  signInAsAdmin,
  type FormFields,
  type HttpClient,
} from '#tests/fixtures/http/http-client.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import {
  connectionStringOf,
  connectToShopDatabase,
  type DatabaseClient,
} from '#tests/fixtures/databases/shop-database.ts'

const READER_PAUSE_MS = 60
const PROCESS_START_MS = 2_000
const first = inject('shopUrl')
const dataDir = inject('shopDataDirectory')
const ownFolder = mkdtempSync(join(tmpdir(), 'ninth-bend-second-node-'))
let second: RunningShop
let database: DatabaseClient
let categoryId: string

beforeAll(async () => {
  second = await startShop({
    dataDir: ownFolder,
    env: { DATABASE_URL: connectionStringOf(dataDir), PROCESSES: '2', ACCEPT_DATA_LOSS: 'yes' },
  })
  database = connectToShopDatabase(dataDir)
  categoryId = await insertCategory(database, 'Kept Things')
})
afterAll(async () => {
  await database?.close()
  await second?.stop()
  rmSync(ownFolder, { recursive: true, force: true })
})

test('OPERATIONS-16 a start with ACCEPT_DATA_LOSS says so', () => {
  expect(second.output()).toContain('ACCEPT_DATA_LOSS is set')
})

type Row = { id: string; slug: string; name: string; price: number; stock: number; version: number }
const rowOf = async (cachedProduct: Pick<TestProduct, 'id'>) =>
  (await database.query<Row>('select * from products where id = $1', [cachedProduct.id]))[0]!
async function createCachedProduct(name: string, stock: number, category = categoryId): Promise<Row> {
  return rowOf(await insertProduct(database, { name, stock, category_id: category }))
}

/** New connections are distributed over the processes of a node. */
async function ask(url: string, path: string, headers: Record<string, string> = {}, method = 'GET') {
  const asked = request(url + path, { method, headers, agent: false }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return { status: response.statusCode!, headers: response.headers, bytes: Buffer.concat(chunks) }
}
const read = async (url: string, path: string) => (await ask(url, path)).bytes.toString()
/** Asks the second node twice, because it has two processes. */
const readEverywhere = (path: string) =>
  Promise.all([first, second.url, second.url].map((url) => read(url, path)))

function edit(
  client: HttpClient,
  { id, version, stock, name, price }: Row,
  change: FormFields,
  upload?: Buffer,
) {
  const form = new FormData()
  const fields = {
    intent: 'edit',
    id,
    version: String(version),
    stock_seen: String(stock),
    stock: String(stock),
    name,
    price: String(price),
    category_id: categoryId,
    is_active: 'on',
    allergy_advice: 'Contains none of the 14 named allergens as ingredients.',
    ingredients: 'Honey.',
    confirmed: 'on',
    ...change,
  }
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set(
    'image',
    new File(upload ? [new Uint8Array(upload)] : [], upload ? 'photo.jpg' : '', { type: 'image/jpeg' }),
  )
  return expectAccepted(
    client.fetch(`/admin/products?edit=${id}`, {
      method: 'POST',
      body: form,
      headers: { origin: client.url },
    }),
  )
}
async function expectAccepted(answering: Promise<Response>) {
  const httpResponse = await answering
  if (httpResponse.status >= 400) throw new Error(`A write of this test was refused: ${httpResponse.status}`)
}

describe('cache consistency: after the response to a write no process serves old content', () => {
  test('for every write on every node', { timeout: 60_000 }, async () => {
    const owners = [await signInAsAdmin(first), await signInAsAdmin(second.url, ADMIN)]
    const buyer = await signInNewCustomer(first)
    const products = [
      await createCachedProduct('Racing Clove', 30),
      await createCachedProduct('Racing Mace', 11),
    ]
    const [category] = await database.query<{ slug: string }>('select slug from categories where id = $1', [
      categoryId,
    ])
    const list = `/products?category=${category!.slug}`
    const paths = ['/', '/products', list, ...products.map(({ slug }) => `/products/${slug}`)]
    const photo = await createPhoto()
    const over = new AbortController()
    // Keeps every cache filled, so that a missed invalidation is noticed.
    const readers = [first, second.url, second.url].map(async (url) => {
      while (!over.signal.aborted) {
        for (const path of paths) await read(url, path)
        await pause(READER_PAUSE_MS)
      }
    })
    const stale: string[] = []
    const expectEverywhere = async (what: string, path: string, sign: RegExp) => {
      const pages = await readEverywhere(path)
      if (!pages.every((html) => sign.test(html))) stale.push(what)
    }
    const shift = (client: HttpClient, { id }: Row, by: number) =>
      expectAccepted(
        client.post('/admin/products', {
          intent: 'stock',
          product_id: id,
          change: String(by),
          reason: 'Counted',
        }),
      )
    const onSale = (client: HttpClient, { id }: Row, is: boolean) =>
      expectAccepted(
        client.post('/admin/products', {
          intent: 'switch',
          product_id: id,
          confirmed: 'on',
          ...(is && { is_active: 'on' }),
        }),
      )
    const writes: ((who: HttpClient, row: Row, round: number) => Promise<void>)[] = [
      async (client, row, round) => {
        const price = `${3 + round}.1${round % 9}`
        await edit(client, row, { price })
        await expectEverywhere(
          `the price ${price}`,
          `/products/${row.slug}`,
          new RegExp(`"price":${Number(price)}[,}]`),
        )
        await expectEverywhere(
          `the price ${price} in the list`,
          list,
          new RegExp(`"price":${Number(price)}[,}]`),
        )
      },
      async (client, row, round) => {
        const name = `Racing ${round}`
        await edit(client, row, { name })
        await expectEverywhere(`the name ${name}`, `/products/${row.slug}`, new RegExp(`<h1>${name}</h1>`))
        await expectEverywhere(`the name ${name} in the list`, list, new RegExp(name))
      },
      async (client, row) => {
        await onSale(client, row, false)
        await expectEverywhere('that it is switched off', `/products/${row.slug}`, /Product Not Found/)
        await expectEverywhere('that the list is without it', list, new RegExp(`^(?!.*${row.slug})`, 's'))
        await onSale(client, row, true)
        await expectEverywhere('that it is switched on', list, new RegExp(row.slug))
      },
      async (client, row) => {
        await shift(client, row, 4 - row.stock)
        await expectEverywhere(
          'that 4 are left',
          `/products/${row.slug}`,
          /Only (<!-- -->)?4(<!-- -->)? left/,
        )
        await placeOrderOverHttp(buyer, [{ product: { ...row, stock: 4 }, quantity: 4 }])
        await expectEverywhere('that an order took the last', `/products/${row.slug}`, /Out of Stock/)
        await shift(client, row, 50)
        await expectEverywhere('that there are plenty again', `/products/${row.slug}`, /Add to Cart/)
      },
      async (client, _row, round) => {
        const name = `Kept Things ${round}`
        const [{ version }] = (await database.query<{ version: number }>(
          'select version from categories where id = $1',
          [categoryId],
        )) as [{ version: number }]
        await expectAccepted(
          client.post('/admin/categories', {
            intent: 'edit',
            id: categoryId,
            version: String(version),
            name,
            description: 'Kept',
          }),
        )
        for (const path of [list, `/products/${products[0]!.slug}`, '/products'])
          await expectEverywhere(`the category ${name} on ${path}`, path, new RegExp(name))
      },
      async (_who, row) => {
        await edit(owners[0]!, row, {}, photo)
        const [{ image_url }] = (await database.query<{ image_url: string }>(
          'select image_url from products where id = $1',
          [row.id],
        )) as [{ image_url: string }]
        await expectEverywhere(
          'the new picture',
          `/products/${row.slug}`,
          new RegExp(image_url.replace(/\.webp$/, '')),
        )
      },
    ]
    try {
      for (let round = 0; round < 12; round += 1) {
        const row = await rowOf(products[round % 2]!)
        await writes[round % writes.length]!(owners[(round >> 1) % 2]!, row, round)
      }
    } finally {
      over.abort()
      await Promise.all(readers)
    }
    expect(stale).toEqual([])
  })

  test('the order of categories, and a category that lost its last product, on every page that names them', async () => {
    const owner = await signInAsAdmin(first)
    const name = 'Emptied Things'
    const category = await insertCategory(database, name)
    const cachedProduct = await createCachedProduct('Last Thing', 40, category)
    const naming = async (path: string, words = name) =>
      (await readEverywhere(path)).map((html) => html.includes(words))
    const onSale = (is: boolean) =>
      expectAccepted(
        owner.post('/admin/products', {
          intent: 'switch',
          product_id: cachedProduct.id,
          confirmed: 'on',
          ...(is && { is_active: 'on' }),
        }),
      )
    await vi.waitFor(async () => expect(await naming('/products')).toEqual([true, true, true]), 10_000)
    await expectAccepted(
      owner.post('/admin/categories', {
        intent: 'edit',
        id: category,
        version: '1',
        name,
        description: '',
        is_on_home_page: 'on',
        place: '1',
        place_seen: '9',
      }),
    )
    expect(await naming('/')).toEqual([true, true, true])
    await onSale(false)
    expect(await naming('/')).toEqual([false, false, false])
    expect(await naming('/categories', messages.categoryEmpty)).toEqual([true, true, true])
    await onSale(true)
    for (const path of ['/', '/categories', '/products'])
      expect(await naming(path), path).toEqual([true, true, true])
    expect(await naming('/categories', messages.categoryEmpty)).toEqual([false, false, false])
    await onSale(false)
  })

  test('a manual change in the database is visible a moment later', async () => {
    const cachedProduct = await createCachedProduct('By Hand', 40)
    await readEverywhere(`/products/${cachedProduct.slug}`)
    await database.query(`update products set name = 'By Hand Anew' where id = $1`, [cachedProduct.id])
    await vi.waitFor(
      async () =>
        expect(
          (await readEverywhere(`/products/${cachedProduct.slug}`)).every((html) =>
            html.includes('By Hand Anew'),
          ),
        ).toBe(true),
      10_000,
    )
  })

  test('a node that lost its listening connection renders again', { timeout: 60_000 }, async () => {
    const owner = await signInAsAdmin(first)
    const cachedProduct = await createCachedProduct('Cut Off', 40)
    for (let round = 0; round < 3; round += 1) {
      await readEverywhere(`/products/${cachedProduct.slug}`)
      const name = `Cut Off ${round}`
      const cut = () =>
        database.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'ninth-bend-pages%' and datname = current_database()`,
        )
      await (round === 0 ? cut() : undefined)
      const written = edit(owner, await rowOf(cachedProduct), { name })
      await (round === 1 ? cut() : undefined)
      await written
      expect(
        (await readEverywhere(`/products/${cachedProduct.slug}`)).map((html) => html.includes(name)),
      ).toEqual([true, true, true])
    }
  })

  test('an ordinary sale invalidates no page', async () => {
    const cachedProduct = await createCachedProduct('Often Sold', 40)
    const before = await Promise.all(
      [first, second.url].map((url) => ask(url, `/products/${cachedProduct.slug}`)),
    )
    await placeOrderOverHttp(await signInNewCustomer(first), [{ product: cachedProduct, quantity: 2 }])
    const after = await Promise.all(
      [first, second.url].map((url) => ask(url, `/products/${cachedProduct.slug}`)),
    )
    expect(after.map(({ headers }) => headers.etag)).toEqual(before.map(({ headers }) => headers.etag))
  })
})

describe('Cached responses', () => {
  const withoutTime = ({ headers }: Awaited<ReturnType<typeof ask>>) =>
    Object.fromEntries(
      Object.entries(headers).filter(
        ([name]) => !['date', 'connection', 'keep-alive', 'transfer-encoding', 'x-request-id'].includes(name),
      ),
    )

  test.each([
    '/products?category=honey-jaggery',
    '/_data?u=%2Fproducts%3Fcategory%3Dhoney-jaggery',
    '/faq',
    '/products/malabar-cloves',
  ])('%s: the same bytes and headers, the first time and each time after', async (path) => {
    const headers = { 'accept-encoding': 'gzip' }
    await database.query(`notify ninth_bend_cache_invalidations, 'everything'`)
    const responses = [
      await ask(first, path, headers),
      await ask(first, path, headers),
      await ask(first, path, headers),
    ]
    expect(responses.map(withoutTime)).toEqual([
      withoutTime(responses[0]!),
      withoutTime(responses[0]!),
      withoutTime(responses[0]!),
    ])
    expect(responses.every(({ bytes }) => bytes.equals(responses[0]!.bytes))).toBe(true)
    expect(responses[0]).toMatchObject({
      status: 200,
      headers: {
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=0, must-revalidate',
        vary: 'accept-encoding',
      },
    })
  })

  test('SECURITY-12 signed-in users get the same bytes, without cookies', async () => {
    const customer = await signInNewCustomer(first)
    const cookie = customer.cookie
    const [mine, theirs] = [await ask(first, '/products', { cookie }), await ask(first, '/products')]
    expect(mine.bytes.equals(theirs.bytes)).toBe(true)
    expect([mine.headers['set-cookie'], theirs.headers['set-cookie']]).toEqual([undefined, undefined])
    const login = await ask(first, '/login')
    expect([login.status, login.headers.etag]).toEqual([200, undefined])
  })

  test('unknown parameters have no effect and do not appear in the page', async () => {
    const plain = await ask(first, '/products?category=honey-jaggery')
    const marked = await ask(first, '/products?utm_source=letter-77&category=honey-jaggery&fbclid=letter-77')
    expect(marked.bytes.equals(plain.bytes)).toBe(true)
    expect(marked.bytes.toString()).not.toContain('letter-77')
    expect((await read(first, '/about?return=letter-77')).includes('letter-77')).toBe(false)
  })

  test('a matching ETag gets 304 in every encoding; HEAD has no body', async () => {
    const { etag } = (await ask(first, '/products', { 'accept-encoding': 'br' })).headers
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
    for (const coding of ['br', 'gzip', 'identity']) {
      const again = await ask(first, '/products', { 'if-none-match': etag!, 'accept-encoding': coding })
      expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag])
    }
    const [get, head] = [await ask(first, '/products'), await ask(first, '/products', {}, 'HEAD')]
    expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([
      200,
      0,
      String(get.bytes.length),
    ])
    const packed = await ask(first, '/products', { 'accept-encoding': 'br' })
    expect(brotliDecompressSync(packed.bytes).equals(get.bytes)).toBe(true)
  })

  test('a missing page stays missing', async () => {
    for (const path of [
      '/products/no-such-thing',
      '/products?category=no-such-shelf',
      '/products?page=999',
      '/categories?page=99',
      '/nowhere',
    ]) {
      expect([
        (await ask(first, path)).status,
        (await ask(first, path, { 'if-none-match': '*' })).status,
      ]).toEqual([404, 404])
    }
  })
})

const processes = () =>
  execFileSync('pgrep', ['-P', String(second.process.pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number)
function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('OPERATIONS-12 if one of several processes dies it is restarted, and the others keep serving', async () => {
  expect(second.output().match(/is open at/g)).toHaveLength(1)
  const before = processes()
  expect(before).toHaveLength(2)
  process.kill(before[0]!, 'SIGKILL')
  for (let times = 0; times < 5; times += 1) expect((await ask(second.url, '/products')).status).toBe(200)
  await vi.waitFor(() => expect(processes().filter((pid) => !before.includes(pid))).toHaveLength(1), 10_000)
  await second.waitForOutput('another takes its place')
  // A replacement process accepts connections only when it is ready.
  for (const until = Date.now() + PROCESS_START_MS; Date.now() < until; await pause(20))
    expect((await ask(second.url, '/products')).status).toBe(200)
})

test('all processes end with their parent', async () => {
  const pids = processes()
  second.process.kill('SIGTERM')
  await once(second.process, 'exit')
  expect(second.process.exitCode).toBe(0)
  expect(pids.filter(isAlive)).toEqual([])
})
