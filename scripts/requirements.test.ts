import { expect, test } from 'vitest'
import { checkTitles, readRequirements, readTitles, testsOf } from './requirements.ts'

const cart = '# Cart\n\n- **CART-1** The cart holds lines.\n- **CART-2** The cart has a total.\n'
const titlesOf = (text: string) => readTitles({ path: 'cart.test.ts', text })

test('requirements are read from list items; one that is defined twice or has another form is reported', () => {
  const files = [
    { path: 'cart.md', text: cart },
    { path: 'other.md', text: '- **CART-2** Again.\n- Without an id.\n' },
  ]
  expect(readRequirements(files)).toEqual({
    ids: ['CART-1', 'CART-2'],
    problems: [
      'other.md: CART-2 is defined twice.',
      'other.md: "- Without an id." is not of the form: - **CART-3** The cart …',
    ],
  })
})

test('ids are read from titles of test, test.each, template strings and loops', () => {
  const found = titlesOf(`
    test('CART-1 CART-2 sums', () => {})
    test.each([1, 2])('CART-1 holds %i', () => {})
    for (const n of [1, 2]) test(\`CART-2 holds \${n}\`, () => {})
    test.runIf(true)('CART-2 runs', () => {})
    test('without an id, CART-like', () => {})
    test.beforeAll('CART-9 is no test', () => {})
    const found = /x/.test('CART-9 is no test either')
  `)
  expect(found.map(({ title, ids }) => [title, ids])).toEqual([
    ['sums', ['CART-1', 'CART-2']],
    ['holds %i', ['CART-1']],
    ['holds ${n}', ['CART-2']],
    ['runs', ['CART-2']],
  ])
})

test('ids of a describe count if it has a test that runs', () => {
  expect(
    titlesOf("describe('CART-1 the cart', () => { test('is empty', () => {}) })").map(({ ids }) => ids),
  ).toEqual([['CART-1']])
  expect(titlesOf("describe('CART-1 the cart', () => { test.todo('CART-2 is empty') })")).toEqual([])
  expect(titlesOf("test.skip('CART-1 later', () => {})")).toEqual([])
})

test('an id without a test, an unknown id, more than three ids and an id within a title are reported', () => {
  const titles = titlesOf("test('CART-1 CART-3 CARTS-1 CART-1 see CART-2', () => {})")
  expect(checkTitles(['CART-1', 'CART-2'], titles)).toEqual([
    'CART-2 has no test.',
    'cart.test.ts › see CART-2: there is no requirement CART-3.',
    'cart.test.ts › see CART-2: there is no requirement CARTS-1.',
    'cart.test.ts › see CART-2: names more than 3 requirements.',
    'cart.test.ts › see CART-2: ids stand at the beginning of a title.',
  ])
})

test('the tests of an ID are listed, each title once', () => {
  const titles = titlesOf(
    "test('CART-1 sums', () => {}); test('CART-1 sums', () => {}); test('CART-2 no', () => {})",
  )
  expect(testsOf('CART-1', titles)).toEqual(['cart.test.ts › sums'])
})
