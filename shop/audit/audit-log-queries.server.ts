import { sql, type Transaction } from 'kysely'
import type { DB } from '#db/schema.ts'
import { isId } from '#shop/ids.ts'
import { RECORD_ROWS_A_PAGE, type RecordKind, type RecordPage, type RecordQuery, type RecordRow } from './audit-log-entry.ts'

type Found = {
  source: number
  row_id: string
  at: string
  kind: RecordKind
  event: string
  area: 'shop' | 'admin' | null
  actor_kind: RecordRow['actor']['kind']
  actor_id: string | null
  actor_name: string | null
  actor_email: string | null
  subject_kind: RecordRow['subject']['kind']
  subject_id: string | null
  subject_name: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  details: Record<string, unknown> | null
  is_narrowed: boolean
}

/** One page of the record and one row more, in the direction that was asked for; names are looked up for these alone. */
async function selectRows(trx: Transaction<DB>, query: RecordQuery): Promise<Found[]> {
  const { kind, who, about, search, from, to, beside } = query
  const { rows } = await sql<Found>`
    select r.*, actor.full_name as actor_name, actor.email as actor_email,
           coalesce(product.name, category.name, person.email) as subject_name
      from find_record(${kind}, ${who}, ${about}, ${search}, ${from}, ${to}, ${beside?.at ?? null}, ${beside?.source ?? null},
             ${beside?.row ?? null}, ${beside?.isNewer ?? false}, ${RECORD_ROWS_A_PAGE + 1}) with ordinality
             as r (source, row_id, at, kind, event, area, actor_kind, actor_id, subject_kind, subject_id, before, after, details, is_narrowed, place)
      left join user_profiles actor on actor.user_id = r.actor_id
      left join products product on product.id = r.subject_id and r.subject_kind = 'product'
      left join categories category on category.id = r.subject_id and r.subject_kind = 'category'
      left join user_profiles person on person.user_id = r.subject_id and r.subject_kind = 'person'
     order by r.place`.execute(trx)
  return rows
}

/**
 * One page of the record, newest first, as far as the actor of `trx` may read it.
 * Out: at most RECORD_ROWS_A_PAGE rows, the places that the newer and the older page begin from (null where there is none),
 * whether the search was narrowed, and the people and categories to choose from. Refuses nothing: what is not there is no row.
 */
export async function selectRecord(trx: Transaction<DB>, query: RecordQuery): Promise<RecordPage> {
  const found = await selectRows(trx, query)
  const isNewer = query.beside?.isNewer === true
  // Where the newer rows do not fill a page, the newest page shows them with those that follow.
  if (isNewer && found.length <= RECORD_ROWS_A_PAGE) return selectRecord(trx, { ...query, beside: null })
  const hasMore = found.length > RECORD_ROWS_A_PAGE
  const shown = found.slice(0, RECORD_ROWS_A_PAGE)
  const rows = (isNewer ? shown.toReversed() : shown).map(toRow)
  return {
    rows,
    newer: isNewer || query.beside ? (rows[0]?.place ?? null) : null,
    older: isNewer || hasMore ? (rows.at(-1)?.place ?? null) : null,
    isNarrowed: found.some(({ is_narrowed }) => is_narrowed),
    people: await selectPeople(trx),
    categories: await selectCategoryNames(trx, rows),
  }
}

async function selectPeople(trx: Transaction<DB>): Promise<RecordPage['people']> {
  const { rows } = await sql<{ id: string; email: string }>`select user_id as id, email from people_of_office()`.execute(trx)
  return rows
}

async function selectCategoryNames(trx: Transaction<DB>, rows: readonly RecordRow[]): Promise<Record<string, string>> {
  const said = rows.flatMap(({ before, after }) => [before?.['category_id'], after?.['category_id']])
  const ids = [...new Set(said.filter((id): id is string => typeof id === 'string' && isId(id)))]
  if (ids.length === 0) return {}
  const names = await trx.selectFrom('categories').where('id', 'in', ids).select(['id', 'name']).execute()
  return Object.fromEntries(names.map(({ id, name }) => [id, name]))
}

const toRow = (found: Found): RecordRow => ({
  place: { at: found.at, source: found.source, row: found.row_id },
  kind: found.kind,
  event: found.event,
  area: found.area,
  actor: { kind: found.actor_kind, id: found.actor_id, name: found.actor_name, email: found.actor_email },
  subject: { kind: found.subject_kind, id: found.subject_id, name: found.subject_name },
  before: found.before,
  after: found.after,
  details: found.details,
})
