import { useEffect } from 'react'

const MARK = 'Error: '

/** While a form stands refused, the page's title says so first, as it is the first thing a screen reader reads. */
export function useErrorTitle(isRefused: boolean, answer: unknown) {
  useEffect(() => {
    if (!isRefused) return undefined
    // After the effects of this rendering: one of them writes the page's own title.
    const timer = setTimeout(() => {
      if (!document.title.startsWith(MARK)) document.title = MARK + document.title
    })
    return () => {
      clearTimeout(timer)
      // A form that was put right on the same page leaves no mark behind.
      if (document.title.startsWith(MARK)) document.title = document.title.slice(MARK.length)
    }
  }, [isRefused, answer])
}
