import { useEffect } from 'react'

const ERROR_PREFIX = 'Error: '

/** While a form stands refused, the page's title says so first, as it is the first thing a screen reader reads. */
export function useErrorPageTitle(hasError: boolean, answer: unknown) {
  useEffect(() => {
    if (!hasError) return undefined
    // After the effects of this rendering: one of them writes the page's own title.
    const timer = setTimeout(() => {
      if (!document.title.startsWith(ERROR_PREFIX)) document.title = ERROR_PREFIX + document.title
    })
    return () => {
      clearTimeout(timer)
      // A form that was put right on the same page leaves no mark behind.
      if (document.title.startsWith(ERROR_PREFIX)) document.title = document.title.slice(ERROR_PREFIX.length)
    }
  }, [hasError, answer])
}
