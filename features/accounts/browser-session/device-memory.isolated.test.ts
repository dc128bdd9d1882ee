import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { getMemory, isMemoryOn, switchMemory } from '#kit/storage/device-memory.ts'
import { readSearchHistory, recordSearch } from '#features/catalogue/search/search-history.tsx'

const ROOT = join(import.meta.dirname, '../../..')

/** Necessary for the cart and for a single order, or only read and cleared. */
const WITHOUT_CONSENT = [
  'features/accounts/browser-session/admin-session-marker.tsx',
  'features/cart/store/use-cart.tsx',
  'features/catalogue/avoided-allergens/allergen-mark.tsx',
  'features/checkout/attempt/stored-attempt.tsx',
  'kit/page-start/before-paint.ts',
]

test('CONTENT-23 what the shop stores in a browser goes through the shopper’s switch, unless an order or the cart needs it', () => {
  const files = globSync('{app,features,kit}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (path) => !path.includes('/admin/') && !path.includes('.test.'),
  )
  expect(files.length).toBeGreaterThan(200)
  const direct = files.filter((path) =>
    /getLocalStorage|(?:local|session)Storage\??\./.test(readFileSync(join(ROOT, path), 'utf8')),
  )
  expect(direct.sort()).toEqual(WITHOUT_CONSENT)
})

afterEach(() => vi.unstubAllGlobals())

test('CONTENT-23 switched off, the browser stores neither searches nor drafts', () => {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
  vi.stubGlobal('document', { cookie: 'other=1' })
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
  recordSearch('cloves')
  expect([isMemoryOn(), readSearchHistory(), getMemory('sessionStorage')]).toEqual([
    true,
    ['cloves'],
    storage,
  ])
  switchMemory(false)
  expect([isMemoryOn(), readSearchHistory(), getMemory('sessionStorage')]).toEqual([false, [], null])
  recordSearch('pepper')
  expect(stored.get('search-history')).toBe('["cloves"]')
})
