import { Link, type LinkProps } from 'react-router'
import { prefetchPage } from '#web/client/page-data/prefetch-page.ts'

export type ShopLinkProps = Omit<LinkProps, 'prefetch' | 'to'> & { to: string }

/** A link inside the site: what it leads to is fetched when somebody looks about to open it. */
export function ShopLink({ to, onPointerEnter, onFocus, onTouchStart, ...rest }: ShopLinkProps) {
  if (import.meta.env.SSR && PLAIN_PATH.test(to)) {
    const { children, target, ...linkProps } = rest
    return (
      <a {...anchorAttributes(linkProps)} href={to} target={target}>
        {children}
      </a>
    )
  }
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

/**
 * An address of plain segments from the root on, which the router's link writes as it stands. On the server nobody clicks, and
 * for the fifty links of a page finding that out again costs a third of its rendering.
 */
const PLAIN_PATH = /^\/(?:[\w-]+(?:\/[\w-]+)*)?(?:\?[^#]+)?(?:#.+)?$/

/** Without what is for the router alone. */
const anchorAttributes = ({
  discover: _discover, reloadDocument: _reload, replace: _replace, mask: _mask, state: _state, relative: _relative,
  preventScrollReset: _reset, viewTransition: _transition, defaultShouldRevalidate: _revalidate, ...attributes
}: Omit<ShopLinkProps, 'to' | 'children' | 'target'>) => attributes
