import { expect, test } from 'vitest'
import { NOT_FOUND_PATH } from '#kit/routing/not-found-route.ts'
import { pageCacheKey } from '#app/pages/page-cache-middleware.ts'
import { createCachedPageCounts } from './cached-page-counts.ts'

test('MONITOR-3 cached pages are counted by route, not by path', () => {
  const counts = createCachedPageCounts()
  for (const [address, status] of [
    ['/products/wayanad-pepper', 200],
    ['/products/forest-honey', 200],
    ['/products/forest-honey', 304],
    ['/products?search=zebulon', 200],
    [NOT_FOUND_PATH, 404],
  ] as const)
    counts.add(pageCacheKey('html', address), 'GET', status)
  counts.add(pageCacheKey('data', '/products/forest-honey'), 'HEAD', 200)
  expect(counts.totals()).toEqual([
    { method: 'GET', route: 'product', status: 200, count: 2 },
    { method: 'GET', route: 'products', status: 200, count: 1 },
    { method: 'HEAD', route: 'product', status: 200, count: 1 },
    { method: 'GET', route: 'product', status: 304, count: 1 },
    { method: 'GET', route: 'not-found', status: 404, count: 1 },
  ])
})

test('MONITOR-3 totals grow, and counts of more pages than are kept apart are not lost', () => {
  const counts = createCachedPageCounts(10)
  const requestAll = () => {
    for (let page = 0; page < 25; page += 1)
      counts.add(pageCacheKey('html', `/products?page=${page}`), 'GET', 200)
  }
  requestAll()
  expect(counts.totals()).toEqual([{ method: 'GET', route: 'products', status: 200, count: 25 }])
  requestAll()
  expect(counts.totals()).toEqual([{ method: 'GET', route: 'products', status: 200, count: 50 }])
})
