import { data } from 'react-router'
import { searchWordNotice } from '#features/catalogue/search-words/search-word-messages.ts'
import { readSearchWords } from '#features/catalogue/search-words/search-words.server.ts'
import { searchWordsAction } from './search-words-actions.server.ts'
import { readSearchWordsDialog, searchWordsUrl } from './search-words-url.ts'
import { adminLoader, readOrNull } from '#kit/admin/admin-loader.server.ts'

export const action = searchWordsAction

export const loader = adminLoader(async ({ shop, admin, query }) => {
  const requestedView = searchWordsUrl.read(query)
  const dialog = readSearchWordsDialog(query)
  const notice = searchWordNotice(query.get('notice'))
  const searchWords = await readOrNull(shop, 'the search words', readSearchWords(shop, admin, requestedView))
  if (!searchWords)
    return data({ view: requestedView, dialog: null, notice, searchWords, group: null }, { status: 503 })
  const view = { ...requestedView, page: searchWords.page }
  const id = dialog && dialog.kind !== 'add' ? dialog.id : null
  const group = searchWords.groups.find((each) => each.id === id) ?? null
  return data(
    { view, dialog, notice, searchWords, group },
    { status: id !== null && group === null ? 404 : 200 },
  )
})
