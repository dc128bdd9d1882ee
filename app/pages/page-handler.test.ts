import { expect, test, vi } from 'vitest'
import { createUnknownPathCheck } from './page-handler.ts'
import { routeEntryFor } from './route-entry.ts'

test.each([
  '/%E0%A4%A',
  '/products/%E0%A4%A',
  '/admin/%',
  '/%0a',
  '/products/%00',
  '/profile/orders/%00',
  '/products/%0A',
  '/nowhere',
  '/%70rofile/x/y/z',
  '//',
])('a path that no route has is not found, and the router writes nothing to the terminal: %s', (path) => {
  const [warn, error] = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')]
  expect(routeEntryFor(path).id).toBe(path === '//' ? 'home' : 'not-found')
  expect([warn.mock.calls, error.mock.calls]).toEqual([[], []])
})

test('the check of the first path segment agrees with the router', () => {
  expect(
    ['/Products', '/%70roducts', '/products/', '/PROFILE/orders', '/admin/nowhere'].map(
      (path) => routeEntryFor(path).id,
    ),
  ).toEqual(['products', 'products', 'products', 'orders', 'admin-not-found'])
})

test('paths of files and services are not treated as unknown pages', () => {
  const isUnknownPath = createUnknownPathCheck([
    { routes: [{ path: '/api/cart' }, { path: '/healthz' }, { path: '/storage/v1/*' }] },
  ])
  expect(['/nowhere', '/nowhere/deeper'].map(isUnknownPath)).toEqual([true, true])
  expect(
    ['/api/nothing', '/healthz', '/storage/x', '/a.txt', '/products', '/', 'nowhere', '*'].map(isUnknownPath),
  ).toEqual(Array(8).fill(false))
})
