import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { offerMessages } from '#features/catalogue/offers/offer-messages.ts'
import { addDays, formatDayAndMonth, londonDay } from '#shop/dates/dates.ts'
import { messages } from '#shop/messages/messages.ts'
import {
  signInNewAdministrator,
  type SignedInAdministrator,
} from '#tests/fixtures/accounts/signed-in-administrators.ts'
import { backdatePrice } from '#tests/fixtures/databases/price-history.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'
import { insertProduct, type TestProduct } from '#tests/fixtures/databases/test-records.ts'
import { pageText } from '#tests/fixtures/http/page-text.ts'

const url = inject('shopUrl')
const database = connectToShopDatabase(inject('shopDataDirectory'))
const PATH = '/admin/products/offers'
const lastDay = addDays(londonDay(new Date()), 3)
let manager: SignedInAdministrator
let packer: SignedInAdministrator
beforeAll(async () => {
  manager = await signInNewAdministrator(url, database, 'manager')
  packer = await signInNewAdministrator(url, database, 'packer')
})
afterAll(() => database.close())

const insertTea = () => insertProduct(database, { name: `Tea ${randomUUID()}`, price: 5, stock: 50 })
const termsOf = (typed: Record<string, string> = {}) => ({
  unit: 'price',
  amount: '4',
  rounding: 'penny',
  first_day: '',
  first_time: '',
  last_day: lastDay,
  last_time: '',
  ...typed,
})
const formOf = async ({ id }: TestProduct, typed: Record<string, string> = {}) => {
  const [row] = await database.query<{ version: number; price: number }>(
    'select version, price from products where id = $1',
    [id],
  )
  const line = `${id}:${row!.version}:${Math.round(row!.price * 100)}`
  return { intent: 'make', form_id: randomUUID(), line, ...termsOf(typed) }
}
const post = async (form: Record<string, string>, { client } = manager) => {
  const response = await client.post(PATH, form)
  return {
    status: response.status,
    to: response.headers.get('location'),
    text: pageText(await response.text()),
  }
}
const offerIdOf = async ({ id }: TestProduct) =>
  (await database.query<{ id: string }>('select id from offers where product_id = $1', [id]))[0]!.id
const readProductPage = async ({ id }: TestProduct) => {
  const html = await (await fetch(`${url}/products/product-${id}`)).text()
  return { text: pageText(html), html }
}

describe('OFFER-11 An offer by plain forms', () => {
  test('OFFER-10 OFFER-12 OFFER-16 is shown in words and in the structured data, and is gone in the next request after its end', async () => {
    const tea = await insertTea()
    await backdatePrice(database, tea, 60)
    expect((await readProductPage(tea)).text).not.toContain('Offer until')
    const query = new URLSearchParams({ product: tea.id, ...termsOf() })
    const preview = await (await manager.client.fetch(`${PATH}?${query}`)).text()
    expect(pageText(preview)).toContain(offerMessages.wasAllTime(5))
    expect(preview).toContain(`value="${tea.id}:1:500"`)
    const made = await post(await formOf(tea))
    expect(made).toMatchObject({ status: 303, to: `${PATH}?notice=offer-made` })
    const shown = await readProductPage(tea)
    expect(shown.text).toContain(`Was £5.00 Offer until ${formatDayAndMonth(lastDay)}`)
    expect(shown.html).toContain(`"price":"4.00","priceCurrency":"GBP","priceValidUntil":"${lastDay}"`)
    expect(shown.html).toContain('"priceType":"https://schema.org/StrikethroughPrice","price":"5.00"')
    const ended = await post({ intent: 'end', offer_id: await offerIdOf(tea) })
    expect(ended).toMatchObject({ status: 303, to: `${PATH}?notice=offer-ended` })
    const after = await readProductPage(tea)
    expect(after.text).not.toContain('Offer until')
    expect(after.html).toContain('"price":"5.00"')
    const list = pageText(await (await manager.client.fetch(PATH)).text())
    expect(list).toContain(offerMessages.endReasons['ended-early'])
  })

  test('OFFER-5 a product that was added today says the offer without “Was”', async () => {
    const tea = await insertTea()
    await post(await formOf(tea))
    const { text, html } = await readProductPage(tea)
    expect(text).toContain('Offer until')
    expect(text).not.toContain('Was £')
    expect(html).not.toContain('StrikethroughPrice')
  })

  test(
    'OFFER-1 OFFER-16 ends by itself within seconds, on cached pages too',
    { timeout: 20_000 },
    async () => {
      const tea = await insertTea()
      await post(await formOf(tea))
      expect((await readProductPage(tea)).text).toContain('Offer until')
      await database.query(
        `update offers set starts_at = starts_at - interval '1 day', ends_at = now() where product_id = $1`,
        [tea.id],
      )
      await vi.waitFor(async () => expect((await readProductPage(tea)).text).not.toContain('Offer until'), {
        timeout: 15_000,
        interval: 250,
      })
      expect((await readProductPage(tea)).html).toContain('"price":"5.00"')
    },
  )
})

describe('OFFER-8 What is refused', () => {
  test('an incomplete form is answered at its fields, and what was typed stays', async () => {
    const tea = await insertTea()
    const typed = termsOf({ amount: 'four', last_day: '2020-01-01' })
    const query = new URLSearchParams({ product: tea.id, ...typed })
    const html = await (await manager.client.fetch(`${PATH}?${query}`)).text()
    for (const text of [offerMessages.amountInvalid, offerMessages.endsInPast])
      expect(pageText(html)).toContain(text)
    expect(html).toContain('value="four"')
    expect(html).not.toContain('name="form_id"')
    const above = new URLSearchParams({ product: tea.id, ...termsOf({ amount: '5' }) })
    expect(pageText(await (await manager.client.fetch(`${PATH}?${above}`)).text())).toContain(
      offerMessages.problems['not-below'],
    )
  })

  test('forms that no page sends, and offers that are over', async () => {
    const tea = await insertTea()
    const form = await formOf(tea)
    const { line: _line, ...withoutLine } = form
    expect(await post(withoutLine)).toMatchObject({ status: 422 })
    expect((await post({ ...form, line: 'x' })).status).toBe(400)
    expect((await post({ ...form, form_id: 'x' })).status).toBe(400)
    expect((await post({ ...form, amount: '5' })).status).toBe(422)
    expect((await post({ ...form, last_day: '2020-01-01' })).text).toContain(offerMessages.badTimes)
    expect((await post({ intent: 'end', offer_id: 'x' })).text).toContain(messages.badRequest)
    expect((await post({ intent: 'end', offer_id: randomUUID() })).status).toBe(404)
    expect((await post(form)).status).toBe(303)
    const again = await post(await formOf(tea, { amount: '3' }))
    // Sent with the offer price, which is not the normal one.
    expect(again.status).toBe(409)
    const overlapping = await post({ ...(await formOf(tea, { amount: '3' })), line: `${tea.id}:2:500` })
    expect(overlapping).toMatchObject({ status: 409 })
    expect(overlapping.text).toContain(offerMessages.overlaps([tea.name]))
    const id = await offerIdOf(tea)
    await post({ intent: 'end', offer_id: id })
    expect((await post({ intent: 'end', offer_id: id })).text).toContain(offerMessages.alreadyOver)
  })

  test('OFFER-13 packers reach neither the page nor its forms', async () => {
    const tea = await insertTea()
    expect((await packer.client.fetch(PATH)).status).toBe(403)
    expect((await post(await formOf(tea), packer)).status).toBe(403)
    const [row] = await database.query<{ price: number }>('select price from products where id = $1', [
      tea.id,
    ])
    expect(row!.price).toBe(5)
  })
})
