import { createPhoto } from '#tests/fixtures/products/picture-uploads.ts'
import { findProductBySlug, signInOwnerInBrowser } from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

test.use({ expectedStatuses: [404, 409, 422] })

test('ADMIN-3 CATALOGUE-20 STOCK-4 the owner adds a product with a picture, changes its price, deactivates and activates it and adjusts its stock; a shopper sees it', async ({
  page,
  newShopper,
  database,
}) => {
  const name = 'Journey Pepper'
  const shopper = await newShopper()
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/dashboard')
  await page.getByRole('navigation', { name: 'Back-office' }).getByRole('link', { name: 'Products' }).click()
  await page.getByRole('link', { name: 'Add product' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add product' })
  const nameField = dialog.getByRole('textbox', { name: 'Name', exact: true })
  await expect(nameField).toBeFocused()
  await expect(page).toHaveURL(/\?add=product$/)

  await nameField.fill(name)
  await dialog.getByRole('button', { name: 'Add product' }).click()
  await expect(dialog.getByRole('alert')).toContainText('There is a problem')
  await expect(dialog.getByRole('alert')).toContainText('Choose an image')
  await expect(nameField).toHaveValue(name)

  await dialog.getByLabel('Category').selectOption({ label: 'Whole Spices' })
  await dialog.getByLabel('Price (£)').fill('3.35')
  await dialog.getByRole('textbox', { name: 'Stock', exact: true }).fill('12')
  await dialog.getByLabel('Net weight').fill('100g')
  await dialog.getByLabel('Ingredients').fill('Black pepper.')
  await dialog
    .getByLabel('Add pictures')
    .setInputFiles({ name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<script>') })
  await expect(dialog.getByText('Choose a JPEG, PNG, WebP or AVIF image')).toBeVisible()
  await dialog
    .getByLabel('Add pictures')
    .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await createPhoto('#224422', 640) })
  await expect(dialog.getByRole('img', { name: 'As the shop will show it' })).toBeVisible()

  await dialog.getByRole('button', { name: 'Add product' }).click()
  await expect(dialog.getByRole('alert')).toContainText('allergy advice are missing')
  await expect(dialog.getByRole('alert')).toBeFocused()
  await expect(dialog.getByLabel('Save all the same'), 'the box is where the refusal leads').toBeInViewport()
  await expect(dialog.getByLabel('Allergy advice')).toHaveAccessibleDescription(/allergy advice are missing/)
  await dialog.getByLabel('Allergy advice').fill('Contains none of the 14 named allergens as ingredients.')
  await dialog.getByRole('button', { name: 'Read from the texts above' }).click()
  await expect(dialog.getByText('Read from the texts: 14 allergens.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add product' }).click()
  await expect(page.getByText('The product is added.')).toBeVisible()
  const { slug } = await findProductBySlug(database, 'journey-pepper')
  await openPage(shopper, `/products/${slug}`)
  await expect(shopper.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(shopper.getByText('£3.35').first()).toBeVisible()

  await page.keyboard.press('/')
  await page.keyboard.type('journey')
  const row = page.getByRole('row', { name: new RegExp(name) })
  await expect(page.getByText('1 product', { exact: true })).toBeVisible()
  await row.getByRole('link', { name }).press('Enter')
  const edit = page.getByRole('dialog', { name: `Edit ${name}` })
  await edit.getByLabel('Price (£)').fill('4.10')
  await page.keyboard.press('Escape')
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Keep editing' })
    .click()
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('The product is saved.')).toBeVisible()
  await expect(row.getByText('£4.10')).toBeVisible()
  await expect(row.getByRole('link', { name }), 'the focus is back where it was').toBeFocused()

  const active = row.getByRole('switch', { name: 'Active' })
  await active.click()
  await expect(active).toHaveAttribute('aria-checked', 'false')
  await expect(page.getByText(`${name} is inactive.`)).toBeVisible()
  await openPage(shopper, `/products/${slug}`)
  await expect(shopper.getByText('Product Not Found').first()).toBeVisible()
  await active.click()
  await expect(page.getByText(`${name} is active.`)).toBeVisible()

  await row.getByRole('link', { name: 'Stock' }).click()
  const stock = page.getByRole('dialog', { name: `Stock of ${name}` })
  await stock.getByRole('button', { name: 'Adjust stock' }).click()
  await expect(stock.getByLabel('Quantity change')).toHaveAccessibleDescription(/Please fill in all fields/)
  await stock.getByLabel('Quantity change').fill('-13')
  await expect(stock.getByText('Stock cannot go below zero')).toBeVisible()
  await expect(stock.getByLabel('Reason'), 'what is still empty').toHaveAccessibleDescription(
    'Please fill in all fields',
  )
  await stock.getByLabel('Reason').fill('Counted')
  await expect(stock.getByText('Please fill in all fields'), 'all fields are filled in').toHaveCount(0)
  await stock.getByRole('button', { name: 'Adjust stock' }).click()
  await expect(
    stock.getByLabel('Quantity change'),
    'a refusal is read out once, with its field',
  ).toBeFocused()
  await expect(stock.getByLabel('Quantity change')).toHaveAccessibleDescription(/Stock cannot go below zero/)
  await expect(stock.getByText('Stock cannot go below zero'), 'and is there only once').toHaveCount(1)
  await stock.getByLabel('Quantity change').fill('-7')
  await expect(stock.getByText('New stock')).toBeVisible()
  await expect(stock.locator('.stock-preview')).toHaveText(/Current stock\s*12\s*New stock\s*5/)
  await stock.getByLabel('Reason').fill('A tin fell')
  await stock.getByRole('button', { name: 'Adjust stock' }).click()
  await expect(stock, 'it closes, and the list says what was done').toBeHidden()
  await expect(
    page.getByText(`The stock of ${name} is changed by −7: it was 12, and is now 5.`),
  ).toBeVisible()
  await expect(row.getByText('Low stock')).toBeVisible()
  await openPage(shopper, `/products/${slug}`)
  await expect(shopper.getByText('£4.10').first()).toBeVisible()
  expect((await findProductBySlug(database, slug)).stock).toBe(5)
})

test('ADMIN-18 an unchanged form closes without confirmation, even after an error', async ({ page }) => {
  await signInOwnerInBrowser(page)
  for (const [path, name] of [
    ['/admin/products?add=product', 'Add product'],
    ['/admin/categories?add=category', 'Add category'],
  ] as const) {
    await openPage(page, path)
    const dialog = page.getByRole('dialog', { name })
    await dialog.getByRole('button', { name }).click()
    await expect(dialog.getByRole('alert')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  await openPage(page, '/admin/categories?add=category')
  const dialog = page.getByRole('dialog', { name: 'Add category' })
  await dialog.getByLabel('Name').fill('Pickles')
  await dialog.getByRole('link', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
})

test('a refused status switch reverts and can be confirmed; a bulk action shows one result per row', async ({
  page,
  database,
}) => {
  await database.query(
    `update products set ingredients = null, is_active = false where slug = 'malabar-cloves'`,
  )
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/products?search=clove')
  const row = page.getByRole('row', { name: /Malabar Cloves/ })
  const active = row.getByRole('switch', { name: 'Active' })
  await active.click()
  await expect(row.getByRole('alert'), 'where it was pressed, and nowhere else').toContainText(
    'Ingredients or allergy advice are missing',
  )
  await expect(page.getByText('Ingredients or allergy advice are missing')).toHaveCount(1)
  await expect(active).toHaveAttribute('aria-checked', 'false')
  await row.getByRole('checkbox').check()
  await page.getByLabel('With those chosen').selectOption('Make active')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('0 changed, 1 left as they are')).toBeVisible()
  await row.getByRole('button', { name: 'Make active all the same' }).click()
  await expect(active).toHaveAttribute('aria-checked', 'true')
  await expect(active).toBeFocused()
})

test('all products of a filtered list are selected from the first page, confirmed and changed with one result each', async ({
  page,
  database,
}) => {
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/products?show=on')
  const count = (await database.query('select from products where is_active')).length
  await page.getByLabel('All 24 on this page').check()
  await page.getByRole('button', { name: `Choose all ${count} of this list` }).click()
  await expect(page.getByText(`All ${count} of this list chosen`)).toBeVisible()
  await page.getByLabel('With those chosen').selectOption('Set badge')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(
    page.getByText('To take badges away, choose ‘Remove badge’.'),
    'an empty badge is not asked about, but refused',
  ).toBeVisible()
  await expect(page.getByText(`All ${count} of this list chosen`)).toBeVisible()
  await page.getByLabel('New badge').fill('Onam')
  await page.getByRole('button', { name: 'Apply' }).click()
  const asked = page.getByRole('dialog', { name: `Change all ${count} products?` })
  await expect(asked).toContainText('Each gets the badge ‘Onam’ in the place of its own.')
  await asked.getByRole('button', { name: `Change all ${count}` }).click()
  await expect(page.getByText(`${count} changed`, { exact: true })).toBeVisible()
  expect(
    await database.query(`select from products where is_active and badge is distinct from 'Onam'`),
  ).toEqual([])

  await page.getByLabel('All 24 on this page').check()
  await page.getByRole('button', { name: `Choose all ${count} of this list` }).click()
  await page
    .getByRole('checkbox', { name: /^Choose / })
    .first()
    .uncheck()
  await expect(page.getByText('23 chosen'), 'one that is taken out leaves those in view').toBeVisible()
})

test('ADMIN-13 arrow keys move between rows, Enter opens, letter keys trigger actions', async ({ page }) => {
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/products')
  const links = page.locator('.row-link')
  await links.first().focus()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key)
  await expect(links.nth(1)).toBeFocused()
  const name = await links.nth(1).textContent()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: `Edit ${name}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByRole('row').nth(2).getByRole('checkbox')).toBeChecked()
  await page.keyboard.press('s')
  await expect(page.getByRole('dialog', { name: `Stock of ${name}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog', { name: 'Add product' })).toBeVisible()
})

test('FOOD-13 FOOD-15 FOOD-17 the allergens of a product are chosen with the keyboard, and its advice is made of them', async ({
  page,
  newShopper,
  database,
}) => {
  const { id, slug } = await findProductBySlug(database, 'piriyan-chilli-powder')
  await signInOwnerInBrowser(page)
  await openPage(page, `/admin/products?edit=${id}`)
  const radio = (name: string) => page.getByRole('radio', { name, exact: true })
  await expect(radio('Sesame Free')).toBeChecked()
  await expect(
    page.getByRole('radio', { name: /^(?:Celery|Milk|Sulphur dioxide and sulphites) / }),
  ).toHaveCount(12)

  await radio('Mustard Free').focus()
  await page.keyboard.press('ArrowLeft')
  await expect(radio('Mustard May contain')).toBeChecked()
  await page.keyboard.press('ArrowLeft')
  await expect(radio('Mustard Contains')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(radio('Nuts Free'), 'one stop for each allergen').toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText(
    'Mustard is marked ‘contains’, and the allergy advice does not say so.',
  )
  await page.getByRole('link', { name: /^Mustard is marked/ }).press('Enter')
  await expect(radio('Mustard Contains'), 'the message leads to its row').toBeFocused()
  await expect(radio('Mustard Contains')).toHaveAccessibleDescription(/does not say so/)

  await page.getByLabel('Allergy advice').fill('')
  await page.getByLabel('Country of origin').fill('Kerala, India')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('The product is saved.')).toBeVisible()
  const shopper = await newShopper()
  await openPage(shopper, `/products/${slug}`)
  const allergens = shopper.locator('section', { has: shopper.getByRole('heading', { name: 'Allergens' }) })
  await expect(allergens).toContainText('Contains: MUSTARD.')
  await expect(allergens.locator('strong')).toHaveText('MUSTARD')
  await expect(shopper.getByText('Kerala, India')).toBeVisible()
})
