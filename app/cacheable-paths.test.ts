import { describe, expect, test } from 'vitest'
import { allRoutes } from './all-routes.ts'
import { cacheablePath } from './cacheable-paths.ts'

const cacheablePathOf = (target: string) => {
  const { pathname, searchParams } = new URL(target, 'http://shop.example')
  return cacheablePath(pathname, searchParams)
}

describe('PERFORMANCE-5 A cached page has one canonical path', () => {
  test.each([
    ['/', '/'],
    ['/?utm_source=letter', '/'],
    ['/?notice=signed-out&x=1', '/?notice=signed-out'],
    ['/?notice=registered', '/'],
    ['/about?x=1', '/about'],
    ['/products/malabar-cloves?fbclid=1&page=2', '/products/malabar-cloves'],
    ['/categories?page=1', '/categories'],
    ['/categories?page=2&sort=newest', '/categories?page=2'],
    ['/products?page=2&utm_source=x', '/products?page=2'],
    ['/products?sort=featured&page=0&category=', '/products'],
    ['/products?sort=nonsense&filter=none', '/products'],
    [
      '/products?page=3&sort=newest&filter=best-sellers&category=rice',
      '/products?category=rice&filter=best-sellers&sort=newest&page=3',
    ],
    ['/products?category=rice&category=tea', '/products?category=rice'],
    ['/products?sort=best-match&q=+black++pepper', '/products?q=black+pepper'],
    ['/products?free-from=sesame&free-from=milk&x=1', '/products?free-from=milk&free-from=sesame'],
    [`/products?q=${'a'.repeat(60)}`, `/products?q=${'a'.repeat(60)}`],
  ])('%s becomes %s', (target, canonicalPath) => expect(cacheablePathOf(target)).toBe(canonicalPath))

  test('a canonical path is unchanged', () => {
    for (const target of [
      '/products?page=3&sort=newest&category=rice',
      '/categories?page=4',
      '/products/malabar-cloves',
      '/faq',
    ]) {
      expect(cacheablePathOf(cacheablePathOf(target)!)).toBe(cacheablePathOf(target))
    }
  })

  test.each([
    '/Products',
    '/products/',
    '/products/UPPER',
    '/products/a/b',
    '/products/%61',
    '/products/a%0Ab',
    '/products?category=Not%20a%20slug',
    '/products?free-from=milk&free-from=nonsense',
    '/products?min-price=abc',
    `/products?q=${'a'.repeat(61)}`,
    '/products?q=mustard+free+pickle',
    '/login',
    '/login?return=/profile',
    '/register',
    '/verify-email?token=x',
    '/reset-password?token=x',
    '/forgot-password',
    '/profile',
    '/profile/orders',
    '/checkout',
    '/admin',
    '/admin/orders',
    '/nowhere',
    '/api/session',
    '/_data',
  ])('%s is not cacheable', (target) => expect(cacheablePathOf(target)).toBeNull())

  test('SECURITY-12 no page for customers or administrators is cacheable', () => {
    const privatePaths = allRoutes
      .filter(({ access, action }) => access !== 'public' || action)
      .map(({ path }) => path.replace(/:\w+/, 'some-slug'))
    expect(privatePaths.filter((path) => cacheablePathOf(path) !== null)).toEqual([])
    expect(privatePaths.length).toBeGreaterThan(10)
  })
})
