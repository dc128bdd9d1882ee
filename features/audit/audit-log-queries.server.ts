import { sql, type Transaction } from 'kysely'
import type { DB } from '#platform/database/schema.ts'
import { isValidId } from '#shop/ids.ts'
import { findAuditLabels } from './audit-event-labels.ts'
import {
  AUDIT_LOG_PAGE_SIZE,
  type AuditLogKind,
  type AuditLogPage,
  type AuditLogQuery,
  type AuditLogEntry,
} from './audit-log-entry.ts'

type AuditLogRow = {
  source: number
  row_id: string
  at: string
  kind: AuditLogKind
  event: string
  area: 'shop' | 'admin' | null
  actor_kind: AuditLogEntry['actor']['kind']
  actor_id: string | null
  actor_name: string | null
  actor_email: string | null
  subject_kind: AuditLogEntry['subject']['kind']
  subject_id: string | null
  subject_name: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  details: Record<string, unknown> | null
  is_narrowed: boolean
}

/** Reads one row more than a page; names are joined for these rows only. */
async function selectAuditLogRows(trx: Transaction<DB>, query: AuditLogQuery): Promise<AuditLogRow[]> {
  const { kind, who, about, search, from, to, cursor } = query
  const { rows } = await sql<AuditLogRow>`
    select r.*, actor.full_name as actor_name, actor.email as actor_email,
           coalesce(product.name, category.name, person.email,
             case when r.subject_kind = 'category' then coalesce(r.before, r.after) ->> 'name' end,
             case when r.subject_kind = 'product-import' then r.after ->> 'file' end,
             case when r.subject_kind = 'search-group' then split_part(coalesce(r.after, r.before) ->> 'words', ', ', 1) end) as subject_name
      from find_audit_log(${kind}, ${who}, ${about}, ${search}, ${from}, ${to}, ${cursor?.at ?? null}, ${cursor?.source ?? null},
             ${cursor?.row ?? null}, ${cursor?.isNewer ?? false}, ${AUDIT_LOG_PAGE_SIZE + 1}, ${findAuditLabels(search)}::text[]) with ordinality
             as r (source, row_id, at, kind, event, area, actor_kind, actor_id, subject_kind, subject_id, before, after, details, is_narrowed, place)
      left join user_profiles actor on actor.user_id = r.actor_id
      left join products product on product.id = r.subject_id and r.subject_kind = 'product'
      left join categories category on category.id = r.subject_id and r.subject_kind = 'category'
      left join user_profiles person on person.user_id = r.subject_id and r.subject_kind in ('person', 'customer')
     order by r.place`.execute(trx)
  return rows
}

/** Newest first, limited to what the actor of `trx` may read, with the cursors of the newer and older page, or null. */
export async function selectAuditLog(trx: Transaction<DB>, query: AuditLogQuery): Promise<AuditLogPage> {
  const foundRows = await selectAuditLogRows(trx, query)
  const isNewer = query.cursor?.isNewer === true
  // If the newer rows do not fill a page, returns the newest page instead.
  if (isNewer && foundRows.length <= AUDIT_LOG_PAGE_SIZE)
    return selectAuditLog(trx, { ...query, cursor: null })
  const hasMore = foundRows.length > AUDIT_LOG_PAGE_SIZE
  const pageRows = foundRows.slice(0, AUDIT_LOG_PAGE_SIZE)
  const rows = (isNewer ? pageRows.toReversed() : pageRows).map(toEntry)
  return {
    rows,
    newer: isNewer || query.cursor ? (rows[0]?.place ?? null) : null,
    older: isNewer || hasMore ? (rows.at(-1)?.place ?? null) : null,
    isNarrowed: foundRows.some(({ is_narrowed }) => is_narrowed),
    people: await selectAdministrators(trx),
    categories: await selectCategoryNames(trx, rows),
  }
}

async function selectAdministrators(trx: Transaction<DB>): Promise<AuditLogPage['people']> {
  const { rows } = await sql<{
    id: string
    email: string
  }>`select user_id as id, email from list_current_and_former_admins()`.execute(trx)
  return rows
}

async function selectCategoryNames(
  trx: Transaction<DB>,
  rows: readonly AuditLogEntry[],
): Promise<Record<string, string>> {
  const categoryIds = rows.flatMap(({ before, after }) => [before?.['category_id'], after?.['category_id']])
  const ids = [...new Set(categoryIds.filter((id): id is string => typeof id === 'string' && isValidId(id)))]
  if (ids.length === 0) return {}
  const names = await trx.selectFrom('categories').where('id', 'in', ids).select(['id', 'name']).execute()
  return Object.fromEntries(names.map(({ id, name }) => [id, name]))
}

const toEntry = (foundRows: AuditLogRow): AuditLogEntry => ({
  place: { at: foundRows.at, source: foundRows.source, row: foundRows.row_id },
  kind: foundRows.kind,
  event: foundRows.event,
  area: foundRows.area,
  actor: {
    kind: foundRows.actor_kind,
    id: foundRows.actor_id,
    name: foundRows.actor_name,
    email: foundRows.actor_email,
  },
  subject: { kind: foundRows.subject_kind, id: foundRows.subject_id, name: foundRows.subject_name },
  before: foundRows.before,
  after: foundRows.after,
  details: foundRows.details,
})
