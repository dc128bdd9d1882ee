import { getMemory } from '#kit/storage/device-memory.ts'
import { SEARCH_HISTORY_STORAGE_KEY } from '#kit/storage/storage-keys.ts'

const MAX_SEARCHES = 6

/** Newest first. Without storage there is no history. */
export function readSearchHistory(): string[] {
  try {
    const stored: unknown = JSON.parse(getMemory('localStorage')?.getItem(SEARCH_HISTORY_STORAGE_KEY) ?? '[]')
    return Array.isArray(stored)
      ? stored.filter((search): search is string => typeof search === 'string').slice(0, MAX_SEARCHES)
      : []
  } catch {
    return []
  }
}

export const recordSearch = (search: string): string[] => store([search, ...without(search)])

export const forgetSearch = (search: string): string[] => store(without(search))

export const forgetAllSearches = (): string[] => store([])

const without = (search: string) =>
  readSearchHistory().filter((each) => each.toLowerCase() !== search.toLowerCase())

function store(searches: string[]): string[] {
  const kept = searches.slice(0, MAX_SEARCHES)
  try {
    if (kept.length > 0) getMemory('localStorage')?.setItem(SEARCH_HISTORY_STORAGE_KEY, JSON.stringify(kept))
    else getMemory('localStorage')?.removeItem(SEARCH_HISTORY_STORAGE_KEY)
  } catch {}
  return kept
}
