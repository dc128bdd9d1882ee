import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { applyLoadedFonts } from '#kit/hydration/web-fonts.ts'

export function PageFocus() {
  const { pathname, hash } = useLocation()
  const type = useNavigationType()
  const currentPathname = useRef(pathname)
  useEffect(() => {
    if (currentPathname.current === pathname) return
    currentPathname.current = pathname
    applyLoadedFonts()
    const anchor = hash ? document.getElementById(hash.slice(1)) : null
    const target = anchor ?? document.querySelector<HTMLElement>('main h1')
    if (!target || document.querySelector('dialog[open]')) return
    // A field that the hash names is focusable already.
    if (target.tabIndex < 0) target.tabIndex = -1
    target.focus({ preventScroll: type === 'POP' })
  }, [pathname, hash, type])
  return null
}
