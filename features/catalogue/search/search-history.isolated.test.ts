import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SEARCH_HISTORY_STORAGE_KEY } from '#kit/storage/storage-keys.ts'
import { forgetAllSearches, forgetSearch, readSearchHistory, recordSearch } from './search-history.tsx'

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('SEARCH-5 the six latest searches are kept, each once, newest first', () => {
  for (const search of ['rice', 'tea', 'jeera', 'honey', 'ghee', 'chips', 'Tea', 'pepper'])
    recordSearch(search)
  expect(readSearchHistory()).toEqual(['pepper', 'Tea', 'chips', 'ghee', 'honey', 'jeera'])
})

test('SEARCH-5 a search can be forgotten, and all of them', () => {
  recordSearch('rice')
  recordSearch('tea')
  expect(forgetSearch('rice')).toEqual(['tea'])
  expect(forgetAllSearches()).toEqual([])
  expect([...stored]).toEqual([])
})

test('other content of the storage, or none, is no history', () => {
  for (const text of ['', '{', '{"a":1}', 'null', '[1,{}]']) {
    stored.set(SEARCH_HISTORY_STORAGE_KEY, text)
    expect(readSearchHistory()).toEqual([])
  }
  vi.stubGlobal('localStorage', undefined)
  expect(recordSearch('rice')).toEqual(['rice'])
  expect(readSearchHistory()).toEqual([])
})
