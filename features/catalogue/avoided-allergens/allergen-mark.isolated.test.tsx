import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'

const NOT_CHECKED = 'We could not check what you avoid.'
const stored = new Map<string, string>()
vi.stubGlobal('addEventListener', () => {})
vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null })
// The server renders initial values only; these tests use the browser's current ones.
vi.mock('#kit/hydration/signal.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  useSignal: (signal: { get: () => unknown }) => signal.get(),
}))

beforeEach(() => {
  vi.resetModules()
  vi.doUnmock('./avoided-marks.tsx')
  stored.set('avoided-allergens', '{"keys":["milk"],"isInAccount":false}')
})
const refuseMarks = () =>
  vi.doMock('./avoided-marks.tsx', () => {
    throw new TypeError('Failed to fetch')
  })

test('FOOD-28 marks that could not be loaded say so to those with a list, and load at the next try', async () => {
  refuseMarks()
  const { AllergenMark, loadMarks } = await import('./allergen-mark.tsx')
  const mark = () => renderToStaticMarkup(<AllergenMark allergens={[0, 0, 0]} />)
  await expect(loadMarks()).rejects.toThrow(/mocking a module/)
  expect(mark()).toContain(NOT_CHECKED)
  stored.clear()
  expect(mark()).toBe('')
  vi.doUnmock('./avoided-marks.tsx')
  await loadMarks()
  stored.set('avoided-allergens', '{"keys":["milk"],"isInAccount":false}')
  expect(mark()).toBe('')
})

test('FOOD-28 a line whose data could not be read says so to those with a list', async () => {
  const { AvoidedMark } = await import('./avoided-marks.tsx')
  expect(renderToStaticMarkup(<AvoidedMark allergens={undefined} />)).toContain(NOT_CHECKED)
  const { avoidedAllergens } = await import('./avoided-list.tsx')
  avoidedAllergens.set({ keys: [], isInAccount: false })
  expect(renderToStaticMarkup(<AvoidedMark allergens={undefined} />)).toBe('')
})

test.each([true, false])('FOOD-28 in the cart, if the request failed: %j', async (isReadFailed) => {
  const { loadMarks } = await import('./allergen-mark.tsx')
  await loadMarks()
  const { CartLineRow } = await import('#features/cart/drawer/cart-line-row.tsx')
  const line = { id: 'cloves', name: 'Cloves', image_url: '/cloves.webp', price: 5, quantity: 1 }
  const row = renderToStaticMarkup(
    <CartLineRow line={line} product={undefined} isReadFailed={isReadFailed} />,
  )
  expect(row.includes(NOT_CHECKED)).toBe(isReadFailed)
})
