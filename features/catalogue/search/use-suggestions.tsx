import { useEffect, useState } from 'react'
import {
  SEARCH_SUGGESTIONS_PATH,
  type SearchSuggestions,
} from '#features/catalogue/storefront/search-suggestions.ts'

const TYPING_PAUSE_MS = 60
const MIN_LENGTH = 2

/** Suggestions of the previous text until its own arrive; null if there are none. */
export function useSuggestions(text: string): SearchSuggestions | null {
  const [suggestions, setSuggestions] = useState<SearchSuggestions | null>(null)
  useEffect(() => {
    if (text.length < MIN_LENGTH) return undefined
    const abandoned = new AbortController()
    const timer = setTimeout(() => {
      fetchSuggestions(text, abandoned.signal).then(setSuggestions, () => {
        // The form still works.
        if (!abandoned.signal.aborted) setSuggestions(null)
      })
    }, TYPING_PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abandoned.abort()
    }
  }, [text])
  return text.length < MIN_LENGTH ? null : suggestions
}

async function fetchSuggestions(text: string, signal: AbortSignal): Promise<SearchSuggestions> {
  const response = await fetch(`${SEARCH_SUGGESTIONS_PATH}?${new URLSearchParams({ q: text }).toString()}`, {
    signal,
    headers: { accept: 'application/json' },
  })
  if (!response.ok) throw new Error(`The suggestions were answered with ${response.status}.`)
  return (await response.json()) as SearchSuggestions
}
