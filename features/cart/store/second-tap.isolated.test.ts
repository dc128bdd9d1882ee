import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

test('CART-16 after the page has scrolled, another button under the same finger counts at once', async () => {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  const { secondTapGuard } = await import('./second-tap.tsx')
  const tapCounts = () =>
    page.dispatchEvent(
      Object.assign(new Event('click', { cancelable: true }), { detail: 1, clientX: 80, clientY: 345 }),
    )
  expect(tapCounts()).toBe(true)
  secondTapGuard.hold()
  expect(tapCounts(), 'a second tap').toBe(false)
  page.dispatchEvent(new Event('scroll'))
  expect(tapCounts(), 'after scrolling').toBe(true)
})
