import { lastPageMessage, pageNotInList } from '#shop/paging/paging-messages.ts'
import { LinkButton } from '#web/ui/form/button.tsx'
import { EmptyState } from './empty-state.tsx'

type BeyondTheEndProps = {
  /** The page that was asked for, and how many there are. */
  page: number
  pageCount: number
  hrefFor: (page: number) => string
}

/** In the place of a page that a list does not have: says so, and leads to the last one. */
export function PageOutOfRange({ page, pageCount, hrefFor }: BeyondTheEndProps) {
  return (
    <EmptyState
      title={pageNotInList(page)}
      action={<LinkButton to={hrefFor(pageCount)}>{pageCount === 1 ? 'Go to the first page' : `Go to page ${pageCount}`}</LinkButton>}
    >
      <p>{lastPageMessage(pageCount)}</p>
    </EmptyState>
  )
}
