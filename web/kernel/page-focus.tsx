import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** After a page change the keyboard and the screen reader start at the new page's heading. */
export function PageFocus() {
  const { pathname } = useLocation()
  const type = useNavigationType()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading || document.querySelector('dialog[open]')) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: type === 'POP' })
  }, [pathname, type])
  return null
}
