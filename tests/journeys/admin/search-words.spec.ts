import { insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { signInOwnerInBrowser } from '#tests/fixtures/browser/shop-actions.ts'
import { findAccessibilityViolations } from '#tests/fixtures/browser/accessibility-violations.ts'
import { checkAccessibility } from '#tests/fixtures/browser/accessibility-views.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

test.use({ expectedStatuses: [409, 422] })

test('SEARCH-71 SEARCH-72 SEARCH-74 the owner makes words of a search without a result by keyboard, and a shopper finds the product', async ({
  page,
  newShopper,
  database,
}) => {
  await insertProduct(database, { name: 'Journey Noodles' })
  const shopper = await newShopper()
  await openPage(shopper, '/products?q=snorkwick')
  await expect(shopper.getByText('Journey Noodles')).toHaveCount(0)

  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/dashboard')
  await page
    .getByRole('navigation', { name: 'Back-office' })
    .getByRole('link', { name: 'Search' })
    .press('Enter')
  const row = page.getByRole('row', { name: /^snorkwick/ })
  await expect(row.getByRole('link', { name: 'Try' })).toHaveAttribute('href', '/products?q=snorkwick')
  await row.getByRole('link', { name: 'Add words' }).press('Enter')
  const add = page.getByRole('dialog', { name: 'Add words' })
  const words = add.getByLabel('Words')
  await expect(words).toBeFocused()
  await expect(words).toHaveValue('snorkwick, ')
  await words.press('End')
  await page.keyboard.type('dingleberg')
  await add.getByRole('button', { name: 'Add words' }).press('Enter')
  await expect(add.getByRole('alert')).toContainText('None of these words is in a product’s name')
  await expect(words).toHaveValue('snorkwick, dingleberg')
  expect(await findAccessibilityViolations(page, 'dialog:modal')).toEqual([])
  await words.fill('snorkwick')
  await add.getByRole('button', { name: 'Add words' }).press('Enter')
  await expect(words).toHaveAccessibleDescription(/Enter at least 2 different words/)
  await words.fill('snorkwick, journey noodles')
  await add.getByRole('button', { name: 'Add words' }).press('Enter')
  await expect(page.getByText('The words are added. The next search knows them.')).toBeVisible()
  await expect(row.getByText('Finds products by now')).toBeVisible()
  await openPage(shopper, '/products?q=snorkwick')
  await expect(shopper.getByText('Journey Noodles').first()).toBeVisible()

  await page.getByLabel('Word', { exact: true }).fill('snorkwick')
  await page.keyboard.press('Enter')
  const found = page.getByRole('list', { name: 'Groups that hold ‘snorkwick’' })
  await found.getByRole('link', { name: 'Edit' }).press('Enter')
  const edit = page.getByRole('dialog', { name: 'Edit words' })
  await edit.getByLabel('Words').fill('snorkwick, journey noodles, mine')
  await database.query(
    `update search_groups set version = version + 1, updated_at = now() where is_own and name = 'snorkwick'`,
  )
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(edit.getByText(/Nothing has been saved yet: these words were changed/)).toBeVisible()
  await expect(edit.getByLabel('Words')).toHaveValue('snorkwick, journey noodles, mine')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('The words are saved. The next search knows them.')).toBeVisible()

  await checkAccessibility(page, 'the words')
  const own = page
    .getByRole('region', { name: /^Your words/ })
    .getByRole('listitem')
    .filter({ hasText: 'snorkwick' })
  await own.getByRole('link', { name: 'Delete' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Delete words' })
  await expect(question.getByText('snorkwick, journey noodles, mine')).toBeVisible()
  await question.getByRole('link', { name: 'Keep them' }).click()
  await expect(own).toBeVisible()
  await own.getByRole('link', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete words' }).click()
  await expect(page.getByText('The words are deleted.')).toBeVisible()
  await expect(own).toHaveCount(0)
})
