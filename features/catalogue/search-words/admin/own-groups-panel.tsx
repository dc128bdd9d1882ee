import type { SearchWords } from '#features/catalogue/search-words/search-group.ts'
import { searchWordMessages } from '#features/catalogue/search-words/search-word-messages.ts'
import { formatCount } from '#shop/text/format-count.ts'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { searchWordsPath, type SearchWordsView } from './search-words-url.ts'

type OwnGroupsPanelProps = { searchWords: SearchWords; view: SearchWordsView }

export function OwnGroupsPanel({ searchWords: { groups }, view }: OwnGroupsPanelProps) {
  return (
    <section className="panel" aria-labelledby="own-groups-title">
      <h2 id="own-groups-title">
        Your words {groups.length > 0 && <span className="minor">{`(${formatCount(groups.length)})`}</span>}
      </h2>
      {groups.length === 0 && <p className="panel-body">{searchWordMessages.noGroups}</p>}
      {groups.length > 0 && (
        <ul className="list-lines *:gap-x-4 *:gap-y-1.5 *:py-2">
          {groups.map(({ id, words }) => (
            <li key={id}>
              <p id={`group-${id}`} className="basis-48">
                {words}
              </p>
              <div className="row-actions">
                {(['edit', 'delete'] as const).map((kind) => (
                  <ShopLink
                    key={kind}
                    to={searchWordsPath(view, { kind, id })}
                    className={`button button-small ${kind === 'edit' ? 'button-outline' : 'button-cancel'}`}
                    aria-describedby={`group-${id}`}
                    preventScrollReset
                  >
                    {kind === 'edit' ? 'Edit' : 'Delete'}
                  </ShopLink>
                ))}
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
