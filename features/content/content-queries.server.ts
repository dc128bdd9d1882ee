import type { Kysely } from 'kysely'
import type { DB } from '#platform/database/schema.ts'
import type { ContentPage, OwnTexts, StoredTexts } from './content-pages.ts'

export type CurrentContent = { texts: OwnTexts; versions: number }

/** The texts that shoppers see, with a number that grows with each save. */
export async function selectCurrentContent(db: Kysely<DB>): Promise<CurrentContent> {
  const rows = await db
    .selectFrom('content_versions')
    .distinctOn('page')
    .select(['page', 'version', 'texts'])
    .orderBy('page')
    .orderBy('version', 'desc')
    .execute()
  return {
    texts: Object.fromEntries(rows.map(({ page, texts }) => [page, texts as StoredTexts])),
    versions: rows.reduce((sum, { version }) => sum + version, 0),
  }
}

export type ContentVersion = {
  version: number
  saved_at: string
  saved_by: string
  restored_version: number | null
}

/** Newest first. */
export const selectVersions = (db: Kysely<DB>, page: ContentPage, limit: number): Promise<ContentVersion[]> =>
  db
    .selectFrom('content_versions')
    .select(['version', 'saved_at', 'saved_by', 'restored_version'])
    .where('page', '=', page)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()

export async function selectVersionTexts(
  db: Kysely<DB>,
  page: ContentPage,
  version: number,
): Promise<StoredTexts | null> {
  const row = await db
    .selectFrom('content_versions')
    .select('texts')
    .where('page', '=', page)
    .where('version', '=', version)
    .executeTakeFirst()
  return row ? (row.texts as StoredTexts) : null
}

export type LastChange = ContentVersion & { page: string }

/** The newest version of each page. */
export const selectLastChanges = (db: Kysely<DB>): Promise<LastChange[]> =>
  db
    .selectFrom('content_versions')
    .distinctOn('page')
    .select(['page', 'version', 'saved_at', 'saved_by', 'restored_version'])
    .orderBy('page')
    .orderBy('version', 'desc')
    .execute()
