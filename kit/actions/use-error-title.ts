import { useEffect } from 'react'

const ERROR_PREFIX = 'Error: '

/** Screen readers read the title first. */
export function useErrorPageTitle(hasError: boolean, result: unknown) {
  useEffect(() => {
    if (!hasError) return undefined
    // Runs after the effects of this render, one of which sets the page title.
    const timer = setTimeout(() => {
      if (!document.title.startsWith(ERROR_PREFIX)) document.title = ERROR_PREFIX + document.title
    })
    return () => {
      clearTimeout(timer)
      if (document.title.startsWith(ERROR_PREFIX)) document.title = document.title.slice(ERROR_PREFIX.length)
    }
  }, [hasError, result])
}
