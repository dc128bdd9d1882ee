import { lastPageMessage, pageNotInList } from '#shop/paging/paging-messages.ts'
import { LinkButton } from '#web/ui/form/button.tsx'
import { EmptyState } from './empty-state.tsx'

type BeyondTheEndProps = {
  /** Requested page. */
  page: number
  pageCount: number
  hrefFor: (page: number) => string
}

/** Replaces the list if the page is out of range; links to the last page. */
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
