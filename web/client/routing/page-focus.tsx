import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { putOnLetters } from '#web/client/hydration/web-fonts.ts'

/** After a page change the keyboard and the screen reader start at the new page's heading, or at the place its address names. */
export function PageFocus() {
  const { pathname, hash } = useLocation()
  const type = useNavigationType()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    putOnLetters()
    const named = hash ? document.getElementById(hash.slice(1)) : null
    const place = named ?? document.querySelector<HTMLElement>('main h1')
    if (!place || document.querySelector('dialog[open]')) return
    place.tabIndex = -1
    place.focus({ preventScroll: type === 'POP' })
  }, [pathname, hash, type])
  return null
}
