import { Form } from 'react-router'
import {
  MAX_LOOK_UP_LENGTH,
  type FoundSearchGroup,
  type SearchWords,
} from '#features/catalogue/search-words/search-group.ts'
import { searchWordMessages } from '#features/catalogue/search-words/search-word-messages.ts'
import { Button } from '#kit/form/button.tsx'
import { TextField } from '#kit/form/text-field.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { searchWordsPath, searchWordsUrl, type SearchWordsView } from './search-words-url.ts'

type WordLookUpPanelProps = { searchWords: SearchWords; view: SearchWordsView }

export function WordLookUpPanel({
  searchWords: { found_groups, is_more_found },
  view,
}: WordLookUpPanelProps) {
  const { word, page } = view
  return (
    <section className="panel" aria-labelledby="look-up-title">
      <h2 id="look-up-title">Which words belong together?</h2>
      <search>
        <Form
          method="get"
          action={searchWordsUrl.base}
          className="panel-body grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2"
          preventScrollReset
        >
          <TextField
            key={word}
            label="Word"
            name="word"
            type="search"
            hint={searchWordMessages.lookUpHint}
            defaultValue={word}
            maxLength={MAX_LOOK_UP_LENGTH}
            autoComplete="off"
            spellCheck={false}
          />
          {page > 1 && <input type="hidden" name="page" value={page} />}
          <Button type="submit" variant="outline">
            Look up
          </Button>
        </Form>
      </search>
      <div role="status">
        {word && found_groups.length === 0 && (
          <p className="panel-body">{searchWordMessages.notHeld(word)}</p>
        )}
        {is_more_found && <p className="panel-body minor">{searchWordMessages.moreFound}</p>}
      </div>
      {found_groups.length > 0 && (
        <ul className="list-lines *:gap-x-4 *:gap-y-1.5 *:py-2" aria-label={`Groups that hold ‘${word}’`}>
          {found_groups.map((group) => (
            <FoundGroup key={group.id} group={group} view={view} />
          ))}
        </ul>
      )}
    </section>
  )
}

function FoundGroup({ group, view }: { group: FoundSearchGroup; view: SearchWordsView }) {
  const { id, is_own, words, narrower } = group
  return (
    <li>
      <div className="basis-48">
        <p id={`found-${id}`} className="wrap-anywhere">
          {words}
        </p>
        {narrower.length > 0 && <p className="minor">{`Also finds ${narrower.join(', ')}`}</p>}
      </div>
      {is_own ? (
        <ShopLink
          to={searchWordsPath(view, { kind: 'edit', id })}
          className="button button-outline button-small"
          aria-describedby={`found-${id}`}
          preventScrollReset
        >
          Edit
        </ShopLink>
      ) : (
        <span className="minor">Built in</span>
      )}
    </li>
  )
}
