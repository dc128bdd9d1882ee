import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { importFileMessages, importPageMessages } from '#features/catalogue/import/import-messages.ts'
import {
  CATEGORIES_CSV_PATH,
  CATEGORIES_TEMPLATE_PATH,
  IMPORT_PROGRESS_PATH,
  PRODUCTS_CSV_PATH,
  PRODUCTS_TEMPLATE_PATH,
} from '#features/catalogue/import/import-paths.ts'
import { messages } from '#shop/messages/messages.ts'
import {
  signInNewAdministrator,
  type SignedInAdministrator,
} from '#tests/fixtures/accounts/signed-in-administrators.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'
import { insertCategory, insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { HttpClient } from '#tests/fixtures/http/http-client.ts'
import { pageText } from '#tests/fixtures/http/page-text.ts'

const url = inject('shopUrl')
const database = connectToShopDatabase(inject('shopDataDirectory'))
const IMPORT_PATH = '/admin/products/import'
const shelf = `Shelf ${randomUUID()}`
const sku = `S-${randomUUID().slice(0, 8)}`
let manager: SignedInAdministrator
let packer: SignedInAdministrator
beforeAll(async () => {
  manager = await signInNewAdministrator(url, database, 'manager')
  packer = await signInNewAdministrator(url, database, 'packer')
  await insertCategory(database, shelf)
})
afterAll(() => database.close())

async function upload(bytes: Uint8Array | string, { client } = manager, subject = 'products') {
  const form = new FormData()
  form.set('subject', subject)
  form.set('intent', 'upload')
  form.set('import_file', new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], 'a.csv'))
  const response = await client.fetch(IMPORT_PATH, { method: 'POST', body: form, headers: { origin: url } })
  return {
    status: response.status,
    to: response.headers.get('location'),
    text: pageText(await response.text()),
  }
}
const csvOf = (price: string) => `SKU,Name,Category,Price,Stock\n${sku},Import ${sku},${shelf},${price},4\n`
const importId = (to: string | null) => new URL(to ?? '', url).searchParams.get('import') ?? ''
const formOf = (id: string, version: number) => ({ import_id: id, version: String(version), reason: 'List' })

describe('IMPORT-5 A file, from the check to the undo', () => {
  test('IMPORT-3 IMPORT-5 IMPORT-7 is checked, imported and undone by plain forms', async () => {
    const added = await upload(csvOf('4.50'))
    expect(added.status).toBe(303)
    const firstId = importId(added.to)
    const page = pageText(await (await manager.client.fetch(added.to!)).text())
    expect(page).toContain('1 new product')
    const imported = await manager.client.post(IMPORT_PATH, { intent: 'import', ...formOf(firstId, 1) })
    expect(imported.status).toBe(303)
    const id = importId((await upload(csvOf('5.25'))).to)
    expect((await manager.client.post(IMPORT_PATH, { intent: 'import', ...formOf(id, 1) })).status).toBe(303)
    const priceNow = async () =>
      (await database.query<{ price: number }>('select price from products where sku = $1', [sku]))[0]?.price
    expect(await priceNow()).toBe(5.25)
    const file = await manager.client.fetch(PRODUCTS_CSV_PATH)
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="products.csv"')
    expect(await file.text()).toContain(
      `import-${sku.toLowerCase()},${sku},,Import ${sku},${shelf},5.25,,4,no`,
    )
    expect((await manager.client.post(IMPORT_PATH, { intent: 'undo', ...formOf(id, 2) })).status).toBe(303)
    expect(await priceNow()).toBe(4.5)
    expect(await (await manager.client.fetch(CATEGORIES_CSV_PATH)).text()).toContain(`,${shelf},`)
  })
})

test('IMPORT-10 IMPORT-11 shoppers see an imported category on the next request, and the old one after the undo', async () => {
  const name = `Rack ${randomUUID()}`
  const category = await insertCategory(database, name)
  await insertProduct(database, { category_id: category })
  const address = `category-${category}`
  const shopper = new HttpClient(url)
  const seen = async () => pageText(await (await shopper.fetch(`/products?category=${address}`)).text())
  await seen()
  expect(await seen(), 'cached').toContain(name)
  const csv = `Address,Name,Description\n${address},New ${name},<b>=1+1</b>\n`
  const { to } = await upload(csv, manager, 'categories')
  const id = importId(to)
  const done = await manager.client.post(IMPORT_PATH, { intent: 'import', ...formOf(id, 1) })
  expect(done.headers.get('location')).toContain('notice=categories-imported')
  expect(await seen()).toContain(`New ${name}`)
  expect((await manager.client.post(IMPORT_PATH, { intent: 'undo', ...formOf(id, 2) })).status).toBe(303)
  expect(await seen()).not.toContain(`New ${name}`)
})

test('IMPORT-14 an import with other columns than those that were checked is refused, and the choices are kept', async () => {
  const code = `C-${randomUUID().slice(0, 8)}`
  const { to } = await upload(`Name,Category,Price,Our code\nJam ${code},${shelf},3.00,${code}\n`)
  const id = importId(to)
  const withColumns = (intent: string, version: number, fields: readonly string[]) => {
    const form = new URLSearchParams({ intent, ...formOf(id, version) })
    for (const field of fields) form.append('field', field)
    return manager.client.post(IMPORT_PATH + `?import=${id}`, form)
  }
  const chosen = ['name', 'category_id', 'price', 'sku']
  const refused = await withColumns('import', 1, chosen)
  expect(refused.status).toBe(409)
  const html = await refused.text()
  expect(pageText(html)).toContain(importPageMessages.columnsDiffer)
  expect(html).toMatch(/id="field-3"[\s\S]*?<option value="sku" selected/)
  expect(await database.query('select from products where name = $1', [`Jam ${code}`])).toEqual([])
  expect((await withColumns('check', 1, chosen)).status).toBe(303)
  expect((await withColumns('import', 2, chosen)).status).toBe(303)
  expect(await database.query('select sku from products where name = $1', [`Jam ${code}`])).toEqual([
    { sku: code },
  ])
})

test('IMPORT-17 IMPORT-18 what goes on sale with a fault needs its tick, and the page says what is on sale', async () => {
  const code = `D-${randomUUID().slice(0, 8)}`
  const { to } = await upload(
    `SKU,Name,Category,Price,Active\n${code},Jam ${code},${shelf},3.00,yes\n${code}-2,Jelly ${code},${shelf},3.00,no\n`,
  )
  const id = importId(to)
  const path = `${IMPORT_PATH}?import=${id}`
  const page = pageText(await manager.client.html(path))
  expect(page).toContain(importPageMessages.confirm(1))
  expect(page).toContain(importPageMessages.undoBefore.products)
  const refused = await manager.client.post(path, { intent: 'import', ...formOf(id, 1) })
  expect([
    refused.status,
    pageText(await refused.text()).includes(importPageMessages.confirmationMissing),
  ]).toEqual([422, true])
  const done = await manager.client.post(path, { intent: 'import', confirmed: 'on', ...formOf(id, 1) })
  expect(done.status).toBe(303)
  const html = await manager.client.html(path)
  expect(pageText(html)).toContain('Added off sale, where shoppers do not see them: 1. Added on sale: 1.')
  expect(html).toContain('href="/admin/products?show=off"')
  expect((await manager.client.post(path, { intent: 'undo', ...formOf(id, 2) })).status).toBe(303)
  expect(pageText(await manager.client.html(path))).toContain('Deleted again: 2.')
  expect(await database.query('select from products where sku like $1', [`${code}%`])).toEqual([])
})

describe('IMPORT-8 Who may', () => {
  test('IMPORT-8 packers and strangers neither export nor import, and the refusal is on record', async () => {
    const stranger = new HttpClient(url)
    for (const path of [
      PRODUCTS_CSV_PATH,
      CATEGORIES_CSV_PATH,
      PRODUCTS_TEMPLATE_PATH,
      CATEGORIES_TEMPLATE_PATH,
      IMPORT_PROGRESS_PATH,
    ]) {
      expect((await packer.client.fetch(path)).status, path).toBe(403)
      expect((await stranger.fetch(path)).status, path).toBe(401)
    }
    const id = importId((await upload(csvOf('9'))).to)
    expect((await upload(csvOf('9'), packer)).status).toBe(403)
    for (const intent of ['import', 'undo', 'check'])
      expect((await packer.client.post(IMPORT_PATH, { intent, ...formOf(id, 1) })).status, intent).toBe(403)
    expect((await packer.client.fetch(`${IMPORT_PATH}?import=${id}`)).status).toBe(403)
    const refusals = await database.query<{ reason: string }>(
      `select details ->> 'reason' as reason from access_events where event = 'refused' and user_id = $1 order by id`,
      [packer.id],
    )
    expect(new Set(refusals.map(({ reason }) => reason))).toEqual(
      new Set(['catalogue.read-all', 'catalogue.edit']),
    )
  })
})

describe('IMPORT-9 Hostile files', () => {
  test.each([
    ['no file', '', importFileMessages.empty],
    ['a zip', Buffer.from('PK\u0003\u0004\u0000\u0000', 'latin1'), importFileMessages.workbook],
    ['NUL', Buffer.from('SKU,Price\nA,\u0000\n'), importFileMessages.notText],
    ['half a quotation', 'SKU,Price\nA,"4\nB,5\n', importFileMessages.quoteNotClosed(2)],
    ['random bytes', Buffer.from([0x89, 0x50, 0x00, 0x1b, 0xff, 0x03]), importFileMessages.notText],
    ['too many lines', `SKU\n${'x\n'.repeat(20_001)}`, importFileMessages.tooManyLines],
  ])('%s is refused with what to do', async (_name, bytes, message) => {
    const { status, text } = await upload(bytes)
    expect([status, text.includes(message)]).toEqual([422, true])
  })

  test('formulas and half a line are only text, and stay faulty lines', async () => {
    const { to } = await upload(`SKU,Name,Category,Price\n=1+1,@SUM(A1),${shelf},1\nB-1,Half`)
    const page = pageText(await (await manager.client.fetch(to!)).text())
    expect(page).toContain('1 line cannot be imported')
    expect(page).toContain('The line has 2 of 4 cells')
    expect(page).toContain('@SUM(A1)')
  })

  test('11 MB are refused, and 100 MB while they are read', async () => {
    expect(await upload(new Uint8Array(11 * 1024 * 1024).fill(65))).toMatchObject({
      status: 413,
      text: messages.requestTooLarge,
    })
    expect(await sendEndlessly()).toBeLessThan(40 * 1024 * 1024)
  })
})

/** Sends without a length until the shop answers or disconnects; returns how many bytes it accepted. */
function sendEndlessly(): Promise<number> {
  const part = Buffer.alloc(256 * 1024, 'x')
  let sent = 0
  return new Promise((resolve) => {
    const sending = request(`${url}${IMPORT_PATH}`, {
      method: 'POST',
      headers: {
        origin: url,
        cookie: manager.client.cookie,
        'content-type': 'multipart/form-data; boundary=x',
        'transfer-encoding': 'chunked',
      },
    })
    const end = () => resolve(sent)
    sending.on('response', end).on('error', end).on('close', end)
    sending.write('--x\r\ncontent-disposition: form-data; name="import_file"; filename="a.csv"\r\n\r\n')
    const more = () => {
      if (sending.destroyed || sent >= 100 * 1024 * 1024) return
      sent += part.length
      sending.write(part, () => setImmediate(more))
    }
    more()
  })
}
