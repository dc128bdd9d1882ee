import { readStock } from '#tests/fixtures/databases/test-records.ts'
import { checkAccessibility } from '#tests/fixtures/browser/accessibility-views.ts'
import {
  findProductBySlug,
  placeOrderFor,
  signInNewCustomerInBrowser,
  signInOwnerInBrowser,
} from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

test.use({ expectedStatuses: [409, 422] })

const HONEY = 'wayanad-forest-honey'
const JAGGERY = 'organic-cane-jaggery-powder'
test('ORDER-68 an order of a known customer for two products is placed by twelve actions of the keyboard', async ({
  page,
  newShopper,
  shop,
  database,
}) => {
  const honey = await findProductBySlug(database, HONEY)
  const jaggery = await findProductBySlug(database, JAGGERY)
  const shopper = await newShopper()
  const customer = await signInNewCustomerInBrowser(shopper, shop)
  await placeOrderFor(customer, [{ product: honey, quantity: 1 }])
  const stock = await readStock(database, jaggery)
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/orders')

  let actions = 0
  const type = async (text: string) => {
    actions += 1
    await page.keyboard.type(text)
  }
  const press = async (key: string) => {
    actions += 1
    await page.keyboard.press(key)
  }
  const option = (name: string) => page.getByRole('option', { name, selected: true })

  await press('n')
  await expect(page.getByRole('combobox', { name: 'Find a customer' })).toBeFocused()
  await type(customer.email)
  await expect(option(customer.email)).toBeVisible()
  await press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Known customer' })).toBeVisible()
  await expect(page.getByLabel('Post code')).not.toHaveValue('')
  const products = page.getByRole('combobox', { name: 'Add a product' })
  await expect(products).toBeFocused()
  await type('jaggery')
  await expect(page.getByRole('option').first()).toContainText('in stock')
  while (!(await option(jaggery.name).isVisible())) await press('ArrowDown')
  await press('Enter')
  const quantity = page.getByRole('textbox', { name: `Quantity of ${jaggery.name}` })
  await expect(quantity).toBeFocused()
  await type('25')
  await press('Enter')
  await expect(products).toBeFocused()
  await type('wayanad forest')
  await expect(option(honey.name)).toBeVisible()
  await press('Enter')
  await expect(page.getByRole('textbox', { name: `Quantity of ${honey.name}` })).toBeFocused()
  await press('Control+Enter')

  await expect(page.getByRole('heading', { level: 1, name: /^Order/ })).toBeVisible()
  await expect(page.getByText(/Placed by phone, by/).first()).toBeVisible()
  expect(actions).toBeLessThanOrEqual(12)
  expect(await readStock(database, jaggery), 'more than a customer may order').toBe(stock - 25)
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Placed by phone')
  await openPage(shopper, '/profile/orders')
  await expect(shopper.getByText(jaggery.name).first()).toBeVisible()
  await openPage(page, '/admin/audit?kind=orders')
  await expect(page.getByText('Order placed by phone').first()).toBeVisible()
})

test('ORDER-65 ORDER-68 a new customer, what is wrong is named and kept, and a price that changed is said', async ({
  page,
  database,
}) => {
  const honey = await findProductBySlug(database, HONEY)
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/orders/new')
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByRole('alert')).toContainText('Add a product first')
  await expect(page.getByRole('alert')).toContainText('Enter the full name')
  await page.getByLabel('Full name').fill('Anjali Test')
  await page.getByLabel('Phone number').fill('020 7946 0555')
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('7 Mill Lane')
  await page.getByLabel('Post code').fill('JE2 3AB')
  await page.getByLabel('City').fill('Leeds')
  await page.getByLabel('Email (optional)').fill('not an address')
  await page.getByRole('combobox', { name: 'Add a product' }).fill('forest honey')
  await checkAccessibility(page, 'products found')
  await page.getByRole('option', { name: honey.name }).click()
  await page.getByRole('textbox', { name: `Quantity of ${honey.name}` }).fill('2')
  await page.getByLabel('Internal note').fill('Rings on Mondays')
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByLabel('Post code')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Email (optional)')).toHaveAttribute('aria-invalid', 'true')
  await checkAccessibility(page, 'the form with what is wrong')
  await page.getByLabel('Post code').fill('ls1 4ap')
  await page.getByLabel('Email (optional)').fill('anjali@phone.example')
  await database.query('update products set price = price + 1 where id = $1', [honey.id])
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('alert')).toContainText(`${honey.name} costs`)
  await expect(page.getByText(/^Total £/)).toContainText(((honey.price + 1) * 2).toFixed(2))
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('region', { name: 'Internal notes' })).toContainText('Rings on Mondays')
  await database.query('update products set price = price - 1 where id = $1', [honey.id])

  await openPage(page, '/admin/orders/new')
  await page.getByRole('combobox', { name: 'Find a customer' }).fill('LS1 4AP')
  await expect(page.getByRole('option', { name: 'Anjali Test' })).toContainText('no account')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('City')).toHaveValue('Leeds')
  await page.getByRole('button', { name: 'Somebody else' }).click()
  await expect(page.getByLabel('City')).toHaveValue('')
})
