import { ChevronLeftIcon, ChevronRightIcon } from '#web/ui/display/icons.tsx'
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

export function Pagination({ page, pageCount, hrefFor, label = 'Pages' }: PaginationProps) {
  if (pageCount <= 1) return null
  return (
    <nav aria-label={label} className="pager">
      {page > 1 && (
        <ShopLink to={hrefFor(page - 1)} rel="prev" className="pager-step">
          <ChevronLeftIcon /> Previous
        </ShopLink>
      )}
      <p className="pager-place">{`Page ${page} of ${pageCount}`}</p>
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
