import type { Locator, Page } from '@playwright/test'
import { findProductBySlug, signInOwnerInBrowser } from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'
import { createPhoto } from '#tests/fixtures/products/picture-uploads.ts'
import { insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { signInAsAdmin } from '#tests/fixtures/http/http-client.ts'

/** Clicks without waiting until it is enabled, as a hand does. */
async function clickAtOnce(page: Page, target: Locator) {
  const box = (await target.boundingBox())!
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

function countSentForms(page: Page) {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url())
  })
  return sent
}

test('ADMIN-21 a second click neither restores who was just suspended nor sends their link again', async ({
  page,
  shop,
}) => {
  const owner = await signInAsAdmin(shop.url)
  const name = 'Clicked Twice'
  await owner.submit('/admin/settings/people', {
    intent: 'invite',
    name,
    email: `${crypto.randomUUID()}@example.com`,
    role: 'packer',
  })
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/settings/people')
  const person = page.getByRole('listitem', { name })
  const button = (label: string) => person.getByRole('button', { name: label })
  const sent = countSentForms(page)
  await button('Suspend').click()
  await button('Restore access').waitFor()
  await clickAtOnce(page, button('Restore access'))
  await expect(button('Restore access'), 'the guard ends').toBeEnabled()
  await expect(person).toContainText('suspended')
  expect(sent).toHaveLength(1)
  await button('Restore access').click()
  await button('Send the link again').waitFor()
  await clickAtOnce(page, button('Send the link again'))
  await expect(button('Send the link again')).toBeEnabled()
  expect(sent).toHaveLength(2)
})

test('ADMIN-21 a second click on an arrow does not move the category that came under the pointer', async ({
  page,
}) => {
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/categories')
  const names = () => page.locator('.category-card h2').allTextContents()
  const before = await names()
  const [first, second, third] = before as [string, string, string]
  const move = (name: string, to: string) => page.getByRole('button', { name: `Move ${name} ${to}` })
  await move(first, `after ${second}`).click()
  await expect.poll(names).toEqual([second, first, ...before.slice(2)])
  await clickAtOnce(page, move(second, `after ${first}`))
  // The moved one can be moved again at once.
  await clickAtOnce(page, move(first, `after ${third}`))
  await expect.poll(names).toEqual([second, third, first, ...before.slice(3)])
  await move(first, `before ${third}`).click()
  await move(first, `before ${second}`).click()
  await expect.poll(names).toEqual(before)
})

test.describe('ADMIN-21 a second click on Remove keeps the line that came under the pointer', () => {
  for (const [what, path, prefix] of [
    ['a delivery', '/admin/stock/deliveries/new', 'Find or scan a product'],
    ['an order by phone', '/admin/orders/new', 'Add a product'],
  ] as const)
    test(`in ${what}`, async ({ page, database }) => {
      const products = []
      for (let each = 0; each < 3; each += 1)
        products.push(
          await insertProduct(database, { name: `Line ${each} ${crypto.randomUUID()}`, stock: 5 }),
        )
      await signInOwnerInBrowser(page)
      await openPage(page, path)
      const search = page.getByRole('combobox', { name: prefix })
      const remove = page.getByRole(what === 'a delivery' ? 'button' : 'checkbox', { name: 'Remove Line' })
      for (const [index, { name }] of products.entries()) {
        await search.fill(name)
        await expect(page.getByRole('option', { name, selected: true })).toBeVisible()
        await page.keyboard.press('Enter')
        await expect(remove).toHaveCount(index + 1)
      }
      await remove.first().click()
      await expect(remove).toHaveCount(2)
      await clickAtOnce(page, remove.first())
      await expect(remove.first()).toBeEnabled()
      await expect(remove).toHaveCount(2)
      await remove.first().click()
      await expect(remove).toHaveCount(1)
    })
})

test('ADMIN-21 a second click does not withdraw the offer that came under the pointer', async ({
  page,
  database,
}) => {
  for (const name of ['Offered first', 'Offered second']) {
    const { id } = await insertProduct(database, { name: `${name} ${crypto.randomUUID()}`, price: 5 })
    await database.query(
      `insert into offers (form_id, product_id, offer_price, starts_at, ends_at, made_by)
       values (gen_random_uuid(), $1, 4, now() + interval '1 day', now() + interval '2 days', gen_random_uuid())`,
      [id],
    )
  }
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/products/offers')
  const withdraw = page.getByRole('region', { name: 'Planned' }).getByRole('button', { name: 'Withdraw' })
  await expect(withdraw).toHaveCount(2)
  // Runs in the page, because the guard may end while a busy machine moves the pointer.
  const secondClick = page.evaluate(async () => {
    const buttons = () =>
      document.querySelectorAll<HTMLButtonElement>('[aria-labelledby=planned-title] button')
    while (buttons().length !== 1) await new Promise(requestAnimationFrame)
    buttons()[0]!.click()
  })
  await withdraw.first().click()
  await secondClick
  await expect(withdraw).toBeEnabled()
  await expect(withdraw).toHaveCount(1)
  await withdraw.click()
  await expect(withdraw).toHaveCount(0)
})

test('ADMIN-21 a second click on Remove keeps the picture that came under the pointer', async ({
  page,
  database,
}) => {
  const { id } = await findProductBySlug(database, 'malabar-cloves')
  await signInOwnerInBrowser(page)
  await openPage(page, `/admin/products?edit=${id}`)
  const form = page.getByRole('dialog', { name: /^Edit/ })
  const remove = form.getByRole('button', { name: /^Remove picture/ })
  const before = await form.getByLabel(/^Alternative text/).count()
  const photo = { mimeType: 'image/jpeg', buffer: await createPhoto('#883322', 640) }
  await form
    .getByLabel('Add pictures')
    .setInputFiles(['a.jpg', 'b.jpg', 'c.jpg'].map((name) => ({ name, ...photo })))
  await expect(remove).toHaveCount(before + 3)
  await expect(remove.first()).toBeEnabled()
  await remove.first().click()
  await expect(remove).toHaveCount(before + 2)
  await clickAtOnce(page, remove.first())
  await expect(remove.first()).toBeEnabled()
  await expect(remove).toHaveCount(before + 2)
})
