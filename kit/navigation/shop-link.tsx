import { Link, type LinkProps } from 'react-router'
import { prefetchPage } from '#kit/page-data/prefetch-page.ts'

export type ShopLinkProps = Omit<LinkProps, 'prefetch' | 'to'> & { to: string }

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

/** The server renders these as plain anchors: React Router's Link takes a third of the time of a page with fifty links. */
const PLAIN_PATH = /^\/(?:[\w-]+(?:\/[\w-]+)*)?(?:\?[^#]+)?(?:#.+)?$/

const anchorAttributes = ({
  discover: _discover,
  reloadDocument: _reload,
  replace: _replace,
  mask: _mask,
  state: _state,
  relative: _relative,
  preventScrollReset: _reset,
  viewTransition: _transition,
  defaultShouldRevalidate: _revalidate,
  ...attributes
}: Omit<ShopLinkProps, 'to' | 'children' | 'target'>) => attributes
