import { sql } from 'kysely'
import type { ShopDatabase } from '#platform/database/connection/connect.server.ts'
import { RETRY_AFTER_SECONDS } from '#platform/http/retry-after.ts'
import { answerAsset, etagOf, HASHED_ASSETS_PREFIX, type Assets } from './built-assets.ts'

type Dependencies = { db: Pick<ShopDatabase, 'worker'> }

/** Names that builds create; others are not looked up. */
const HASHED_PATH = new RegExp(`^${HASHED_ASSETS_PREFIX}[\\w.-]{1,150}$`)
const ROWS_PER_INSERT = 40

/** Lets nodes of other builds answer with this build's files, even after its last node has stopped. */
export async function storeAssets(
  { db }: Dependencies,
  { hashedFiles }: Pick<Assets, 'hashedFiles'>,
): Promise<void> {
  const files = hashedFiles()
  const known = await db.worker
    .updateTable('built_assets')
    .set({ last_seen_at: sql`now()` })
    .where(
      'path',
      'in',
      files.map(([path]) => path),
    )
    .returning('path')
    .execute()
  const knownPaths = new Set(known.map(({ path }) => path))
  const missing = files.filter(([path]) => !knownPaths.has(path))
  for (let index = 0; index < missing.length; index += ROWS_PER_INSERT) {
    const rows = missing
      .slice(index, index + ROWS_PER_INSERT)
      .map(([path, { type, plain, br, gzip }]) => ({
        path,
        content_type: type,
        plain,
        br: br ?? null,
        gzip: gzip ?? null,
      }))
    await db.worker
      .insertInto('built_assets')
      .values(rows)
      .onConflict((conflict) => conflict.column('path').doNothing())
      .execute()
  }
}

/** Deletes files of builds that have had no node for 7 days. */
export async function deleteExpiredAssets({ db }: Dependencies): Promise<void> {
  await db.worker
    .deleteFrom('built_assets')
    .where('last_seen_at', '<', sql<string>`now() - interval '7 days'`)
    .execute()
}

/** Undefined if no build had the file. */
export async function answerStoredAsset(
  { db }: Dependencies,
  request: Request,
  path: string,
): Promise<Response | undefined> {
  if (!HASHED_PATH.test(path)) return undefined
  const stored = await db.worker
    .selectFrom('built_assets')
    .select(['content_type', 'plain', 'br', 'gzip'])
    .where('path', '=', path)
    .executeTakeFirst()
    .catch(() => 'unavailable' as const)
  if (stored === 'unavailable')
    return new Response(null, { status: 503, headers: { 'retry-after': RETRY_AFTER_SECONDS } })
  if (!stored) return undefined
  const { content_type: type, plain, br, gzip } = stored
  return answerAsset(
    { type, etag: etagOf(plain), immutable: true, plain, ...(br && { br }), ...(gzip && { gzip }) },
    request,
  )
}
