import { sql, type Kysely } from 'kysely'
import type { DB } from '#platform/database/schema.ts'
import type { FieldChange } from '#features/catalogue/products/admin/admin-product.ts'
import { selectChangesSince } from '#features/catalogue/products/admin/admin-catalogue-queries.server.ts'
import { callProcedure, type Answer, type ProcedureRefusal } from '#features/call-procedure.server.ts'
import { refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { stripNul } from '#shop/text/strip-nul.ts'
import {
  searchGroupSubjectId,
  SEARCH_MISSES_PAGE_SIZE,
  type OwnSearchGroup,
  type SearchWords,
} from './search-group.ts'

type SaveRefusal = ProcedureRefusal<'save_search_group'>
type WordsRefusal = Exclude<SaveRefusal, { code: 'not-found' | 'changed-meanwhile' }>

export type SearchWordsEntries = { words: string[]; isConfirmed: boolean }
export type AddWordsRefusal = WordsRefusal
export type ChangeWordsRefusal =
  | WordsRefusal
  | Refusal<'deleted-meanwhile'>
  | (Refusal<'changed-meanwhile'> & { current: OwnSearchGroup; changes: FieldChange[] })

/** Searches without a result, the owner's groups, and the groups that contain a word; a page number out of range becomes 1. */
export async function readSearchWords(
  shop: ShopDependencies,
  admin: Actor,
  { word, page }: { word: string; page: number },
): Promise<SearchWords> {
  requirePermission(admin, 'search-words.read')
  const { rows } = await shop.db.queryAs(admin, (db) =>
    sql<SearchWords>`select * from find_search_words(${stripNul(word)}, ${page}, ${SEARCH_MISSES_PAGE_SIZE})`.execute(
      db,
    ),
  )
  return rows[0]!
}

/** Refused: 'confirm' if no product has one of the words, and for words beyond the limits. */
export async function addSearchWords(
  shop: ShopDependencies,
  admin: Actor,
  entries: SearchWordsEntries,
): Promise<Outcome<{ id: number; version: number }, AddWordsRefusal>> {
  requirePermission(admin, 'search-words.edit')
  const answer = await shop.db.withActor(admin, (trx) => saveGroup(trx, null, 0, entries))
  if (answer.ok) return answer
  const { refusal } = answer
  if (refusal.code === 'not-found' || refusal.code === 'changed-meanwhile')
    throw new Error(`New search words were refused: ${refusal.code}`)
  return { ok: false, refusal }
}

/**
 * Refused like {@link addSearchWords}, with 'changed-meanwhile' and the current words, and with
 * 'deleted-meanwhile' unless confirmed: then the words become a new group.
 */
export async function changeSearchWords(
  shop: ShopDependencies,
  admin: Actor,
  { id, version, ...entries }: SearchWordsEntries & { id: number | null; version: number },
): Promise<Outcome<{ id: number; version: number }, ChangeWordsRefusal>> {
  requirePermission(admin, 'search-words.edit')
  if (id === null) return refused('deleted-meanwhile')
  const answer = await shop.db.withActor(admin, async (trx) => {
    const saved = await saveGroup(trx, id, version, entries)
    if (saved.ok) return saved
    const { refusal } = saved
    if (refusal.code === 'not-found') return refused('deleted-meanwhile')
    if (refusal.code !== 'changed-meanwhile') return { ok: false as const, refusal }
    const changes = await selectChangesSince(trx, searchGroupSubjectId(id), version)
    return refused('changed-meanwhile', { current: refusal.current, changes })
  })
  const isGone = !answer.ok && answer.refusal.code === 'deleted-meanwhile'
  return isGone && entries.isConfirmed ? addSearchWords(shop, admin, entries) : answer
}

/** Refused: 'changed-meanwhile', 'not-found'. */
export async function deleteSearchWords(
  shop: ShopDependencies,
  admin: Actor,
  { id, version }: { id: number | null; version: number },
): Promise<Answer<'delete_search_group'>> {
  requirePermission(admin, 'search-words.edit')
  if (id === null) return refused('not-found')
  return shop.db.withActor(admin, (trx) => callProcedure(trx, 'delete_search_group', { id, version }))
}

const saveGroup = (
  db: Kysely<DB>,
  id: number | null,
  version: number,
  { words, isConfirmed }: SearchWordsEntries,
) => callProcedure(db, 'save_search_group', { id, version, words, is_confirmed: isConfirmed })
