import { Link, type LinkProps } from 'react-router'
import { prefetchPage } from '#web/kernel/prefetch.ts'

export type ShopLinkProps = Omit<LinkProps, 'prefetch' | 'to'> & { to: string }

/** A link inside the site: what it leads to is fetched when somebody looks about to open it. */
export function ShopLink({ to, onPointerEnter, onFocus, onTouchStart, ...rest }: ShopLinkProps) {
  return (
    <Link
      viewTransition
      discover="none"
      {...rest}
      to={to}
      onPointerEnter={(event) => {
        if (event.pointerType === 'mouse') prefetchPage(to)
        onPointerEnter?.(event)
      }}
      onTouchStart={(event) => {
        prefetchPage(to)
        onTouchStart?.(event)
      }}
      onFocus={(event) => {
        if (event.currentTarget.matches(':focus-visible')) prefetchPage(to)
        onFocus?.(event)
      }}
    />
  )
}
