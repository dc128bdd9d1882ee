import { data } from 'react-router'
import type { SearchWords } from '#shop/catalogue/search-words/search-group.ts'
import { searchWordNotice } from '#shop/catalogue/search-words/search-word-messages.ts'
import { readSearchWords } from '#shop/catalogue/search-words/search-words.server.ts'
import { searchWordsAction } from './search-words-actions.server.ts'
import { readSearchWordsDialog, searchWordsUrl } from './search-words-url.ts'
import { adminLoader } from '#web/admin/admin-loader.server.ts'

export const action = searchWordsAction

export const loader = adminLoader(async ({ shop, admin, query }) => {
  const requestedView = searchWordsUrl.read(query)
  const dialog = readSearchWordsDialog(query)
  const notice = searchWordNotice(query.get('notice'))
  try {
    const searchWords: SearchWords | null = await readSearchWords(shop, admin, requestedView)
    const view = { ...requestedView, page: searchWords.page }
    const id = dialog && dialog.kind !== 'add' ? dialog.id : null
    const group = searchWords.groups.find((each) => each.id === id) ?? null
    return data(
      { view, dialog, notice, searchWords, group },
      { status: id !== null && group === null ? 404 : 200 },
    )
  } catch (error) {
    shop.log.error({ error }, 'the search words could not be read')
    return data(
      { view: requestedView, dialog: null, notice, searchWords: null, group: null },
      { status: 503 },
    )
  }
})
