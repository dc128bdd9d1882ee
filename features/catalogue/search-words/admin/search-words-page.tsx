import { useLoaderData } from 'react-router'
import { searchWordMessages } from '#features/catalogue/search-words/search-word-messages.ts'
import { notSaved } from '#shop/messages/not-saved.ts'
import { adminHead } from '#kit/admin/screen/admin-head.ts'
import { useActionResult } from '#kit/actions/action-result.ts'
import type { CatalogueActionResult } from '#features/catalogue/product-form/admin/catalogue-action-result.ts'
import { Notice } from '#kit/feedback/notice.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import type { loader } from './search-words-page.server.ts'
import { OwnGroupsPanel } from './own-groups-panel.tsx'
import { SearchMissesPanel } from './search-misses-panel.tsx'
import { AddWordsDialog, DeleteWordsDialog, EditWordsDialog } from './search-words-dialogs.tsx'
import { searchWordsPath } from './search-words-url.ts'
import { WordLookUpPanel } from './word-look-up-panel.tsx'

const DIALOG_TITLES = { add: 'Add words', edit: 'Edit words', delete: 'Delete words' } as const

export const head = adminHead<typeof loader>(({ dialog, searchWords }) => {
  const page = searchWords && searchWords.page > 1 ? `, page ${searchWords.page}` : ''
  return dialog ? DIALOG_TITLES[dialog.kind] : `Search${page}`
})

export const failureMessage = () => notSaved

export default function SearchWordsPage() {
  const { view, dialog, notice, searchWords, group } = useLoaderData<typeof loader>()
  // A form sent without scripts for a deleted group keeps its entries.
  const isRefusedForm = useActionResult<CatalogueActionResult>()?.values !== undefined
  const id = dialog && dialog.kind !== 'add' ? dialog.id : null
  return (
    <>
      <div className="screen-head items-center justify-between">
        <h1>Search</h1>
        <ShopLink
          to={searchWordsPath(view, { kind: 'add', words: '' })}
          className="button"
          preventScrollReset
        >
          Add words
        </ShopLink>
        <p className="basis-full">{searchWordMessages.what}</p>
        {/* On a narrow screen they follow a long list. */}
        <p className="basis-full flex gap-4 xl:hidden">
          <a href="#look-up-title" className="link">
            Look up a word
          </a>{' '}
          <a href="#own-groups-title" className="link">
            Your words
          </a>
        </p>
      </div>
      {!searchWords && <Notice tone="error">{searchWordMessages.notRead}</Notice>}
      {searchWords && (
        <>
          {dialog?.kind === 'add' && (
            <AddWordsDialog view={view} words={dialog.words} limits={searchWords.limits} />
          )}
          {dialog?.kind === 'edit' && (group || isRefusedForm) && (
            <EditWordsDialog
              key={dialog.id}
              view={view}
              group={group ?? { id: dialog.id, version: 0, words: '' }}
              limits={searchWords.limits}
            />
          )}
          {dialog?.kind === 'delete' && group && (
            <DeleteWordsDialog key={group.id} view={view} group={group} />
          )}
          {id !== null && !group && !isRefusedForm && (
            <Notice tone="error" className="mb-3">
              {searchWordMessages.notFound}
            </Notice>
          )}
          {!dialog && notice && <Notice className="mb-3">{notice}</Notice>}
          <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
            <SearchMissesPanel searchWords={searchWords} view={view} />
            <div className="grid grid-cols-1 items-start gap-4">
              <WordLookUpPanel searchWords={searchWords} view={view} />
              <OwnGroupsPanel searchWords={searchWords} view={view} />
            </div>
          </div>
        </>
      )}
    </>
  )
}
