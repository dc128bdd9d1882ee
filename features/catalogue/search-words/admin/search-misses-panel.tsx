import {
  SEARCH_MISSES_PAGE_SIZE,
  type SearchMiss,
  type SearchWords,
} from '#features/catalogue/search-words/search-group.ts'
import { searchWordMessages } from '#features/catalogue/search-words/search-word-messages.ts'
import { pageCount } from '#shop/paging/paging.ts'
import { formatCount } from '#shop/text/format-count.ts'
import { Table } from '#kit/display/table.tsx'
import { Pagination } from '#kit/navigation/pagination.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { searchWordsPath, shopSearchPath, type SearchWordsView } from './search-words-url.ts'

const COLUMNS = [
  { label: 'Searched for' },
  { label: 'Times', isNumber: true },
  { label: 'What to do', isLabelHidden: true },
]

type SearchMissesPanelProps = { searchWords: SearchWords; view: SearchWordsView }

export function SearchMissesPanel({ searchWords, view }: SearchMissesPanelProps) {
  const { misses, total, page, limits } = searchWords
  return (
    <section className="panel" aria-labelledby="misses-title">
      <h2 id="misses-title">{`Searched for and not found in ${limits.kept_days} days`}</h2>
      <p className="panel-body minor">{searchWordMessages.missesKept(limits.kept_days)}</p>
      {total === 0 ? (
        <p className="panel-body">{searchWordMessages.noMisses(limits.kept_days)}</p>
      ) : (
        <>
          <Table
            caption="Searches without a result, most frequent first"
            columns={COLUMNS}
            className="misses-table"
          >
            {misses.map((miss, index) => (
              <MissRow key={miss.search} miss={miss} view={view} rowId={`miss-${index}`} />
            ))}
          </Table>
          <div className="panel-body">
            <Pagination
              page={page}
              pageCount={pageCount(total, SEARCH_MISSES_PAGE_SIZE)}
              hrefFor={(number) => searchWordsPath({ ...view, page: number })}
              label="Pages of searches without a result"
            />
          </div>
        </>
      )}
    </section>
  )
}

type MissRowProps = { miss: SearchMiss; view: SearchWordsView; rowId: string }

function MissRow({ miss: { search, count, is_found }, view, rowId }: MissRowProps) {
  return (
    <tr>
      <th scope="row" className="font-medium wrap-anywhere">
        <span id={rowId}>{search}</span>
        {is_found && <span className="minor block">{searchWordMessages.foundByNow}</span>}
      </th>
      <td className="number">{formatCount(count)}</td>
      <td className="misses-actions">
        <ShopLink
          to={searchWordsPath(view, { kind: 'add', words: `${search}, ` })}
          className="button button-outline button-small"
          aria-describedby={rowId}
          preventScrollReset
        >
          Add words
        </ShopLink>
        <a
          href={shopSearchPath(search)}
          className="button button-quiet button-small"
          aria-describedby={rowId}
        >
          Try
        </a>
      </td>
    </tr>
  )
}
