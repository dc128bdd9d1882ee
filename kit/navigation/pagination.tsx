import { useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router'
import { ChevronLeftIcon, ChevronRightIcon } from '#kit/display/icons.tsx'
import { announce } from '#kit/feedback/live-region.tsx'
import { ShopLink } from './shop-link.tsx'

type PaginationProps = { page: number; pageCount: number; hrefFor: (page: number) => string; label?: string }

export function visiblePages(page: number, pageCount: number): (number | null)[] {
  const nearbyPages = [1, page - 1, page, page + 1, pageCount].filter(
    (number) => number >= 1 && number <= pageCount,
  )
  const pages = [...new Set(nearbyPages)].sort((a, b) => a - b)
  return pages.flatMap((number, index) => {
    const gap = number - (pages[index - 1] ?? 0)
    if (gap === 2) return [number - 1, number]
    return gap > 2 ? [null, number] : [number]
  })
}

/** After a link to another page, the focus is on the heading above the list, and the page is announced. */
export function useAnnouncedPage(page: number | string, place: string) {
  const type = useNavigationType()
  const shown = useRef(page)
  useEffect(() => {
    if (shown.current === page) return
    shown.current = page
    // The body has the focus if the link has disappeared. A filter control keeps the focus.
    if (!document.activeElement?.matches('body, .pager *')) return
    const heading = document.querySelector<HTMLElement>('main h1')!
    heading.tabIndex = -1
    heading.focus({ preventScroll: type === 'POP' })
    announce(place)
  }, [page, place, type])
}

export function Pagination({ page, pageCount, hrefFor, label = 'Pages' }: PaginationProps) {
  const place = `Page ${page} of ${pageCount}`
  useAnnouncedPage(page, place)
  if (pageCount <= 1) return null
  return (
    <nav aria-label={label} className="pager">
      {page > 1 && (
        <ShopLink to={hrefFor(page - 1)} rel="prev" className="pager-step">
          <ChevronLeftIcon /> Previous
        </ShopLink>
      )}
      <p className="pager-place">{place}</p>
      <ol className="pager-list">
        {visiblePages(page, pageCount).map((number, index) =>
          number === null ? (
            <li key={`gap-${index}`} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={number}>
              <ShopLink
                to={hrefFor(number)}
                aria-label={`Page ${number}`}
                aria-current={number === page ? 'page' : undefined}
                className="pager-page"
              >
                {number}
              </ShopLink>
            </li>
          ),
        )}
      </ol>
      {page < pageCount && (
        <ShopLink to={hrefFor(page + 1)} rel="next" className="pager-step">
          Next <ChevronRightIcon />
        </ShopLink>
      )}
    </nav>
  )
}
