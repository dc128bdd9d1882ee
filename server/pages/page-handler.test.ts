import { expect, test, vi } from 'vitest'
import { createIsNoPage, entryAt } from './page-handler.ts'

test.each(['/%E0%A4%A', '/products/%E0%A4%A', '/admin/%', '/%0a', '/nowhere', '/%70rofile/x/y/z', '//'])(
  'a path that no route has is not found, and the router writes nothing to the terminal: %s', (path) => {
    const [warn, error] = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')]
    expect(entryAt(path).id).toBe(path === '//' ? 'home' : 'not-found')
    expect([warn.mock.calls, error.mock.calls]).toEqual([[], []])
  },
)

test('the first word of a path decides nothing that the router would see otherwise', () => {
  expect(['/Products', '/%70roducts', '/products/', '/PROFILE/orders', '/admin/nowhere'].map((path) => entryAt(path).id))
    .toEqual(['products', 'products', 'products', 'orders', 'admin-not-found'])
})

test('what may be a file or belongs to a service is no page that is known to be missing', () => {
  const isNoPage = createIsNoPage([{ routes: [{ path: '/api/cart' }, { path: '/healthz' }, { path: '/storage/v1/*' }] }])
  expect(['/nowhere', '/nowhere/deeper'].map(isNoPage)).toEqual([true, true])
  expect(['/api/nothing', '/healthz', '/storage/x', '/a.txt', '/products', '/', 'nowhere', '*'].map(isNoPage)).toEqual(Array(8).fill(false))
})
