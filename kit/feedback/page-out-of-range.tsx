import { lastPageMessage, pageNotInList } from '#shop/paging/paging-messages.ts'
import { LinkButton } from '#kit/form/button.tsx'
import { EmptyState } from './empty-state.tsx'

type PageOutOfRangeProps = { page: number; pageCount: number; hrefFor: (page: number) => string }

export function PageOutOfRange({ page, pageCount, hrefFor }: PageOutOfRangeProps) {
  return (
    <EmptyState
      title={pageNotInList(page)}
      action={
        <LinkButton to={hrefFor(pageCount)}>
          {pageCount === 1 ? 'Go to the first page' : `Go to page ${pageCount}`}
        </LinkButton>
      }
    >
      <p>{lastPageMessage(pageCount)}</p>
    </EmptyState>
  )
}
