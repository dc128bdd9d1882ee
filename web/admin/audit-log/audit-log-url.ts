import {
  AUDIT_LOG_ACTOR_GROUPS,
  AUDIT_LOG_KINDS,
  type AuditLogCursor,
  type AuditLogQuery,
} from '#shop/audit/audit-log-entry.ts'
import { isValidId } from '#shop/ids.ts'

export type AuditLogView = AuditLogQuery

export const AUDIT_LOG_PATH = '/admin/audit'
const MAX_SEARCH_LENGTH = 200
/** Time, table and number of a row; microseconds, because many rows share one second. */
const CURSOR_PATTERN =
  /^((?:19|20|21)\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z)_([1-5])_(\d{1,18}|[0-9a-f-]{36})$/

/** `Date.parse` reads 30 February as 2 March. */
const isTimestamp = (text: string) => {
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 19) === text.slice(0, 19)
}
const isDay = (text: string) => /^(19|20|21)\d\d-\d\d-\d\d$/.test(text) && isTimestamp(`${text}T00:00:00Z`)

export function readAuditLogView(params: URLSearchParams): AuditLogView {
  const kind = params.get('kind')
  const who = params.get('who') ?? ''
  const about = params.get('about') ?? ''
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? '']
  return {
    kind: AUDIT_LOG_KINDS.find((each) => each === kind) ?? null,
    who: AUDIT_LOG_ACTOR_GROUPS.find((each) => each === who) ?? (isValidId(who) ? who.toLowerCase() : null),
    about: isValidId(about) ? about : null,
    search: (params.get('search') ?? '').trim().slice(0, MAX_SEARCH_LENGTH),
    from: isDay(from) ? from : null,
    to: isDay(to) ? to : null,
    cursor: parseCursor(params.get('after'), false) ?? parseCursor(params.get('before'), true),
  }
}

function parseCursor(text: string | null, isNewer: boolean): AuditLogView['cursor'] {
  const [, at, source, row] = CURSOR_PATTERN.exec(text ?? '') ?? []
  if (!at || !source || !row || !isTimestamp(at)) return null
  if ((Number(source) === 5) !== isValidId(row)) return null
  return { at, source: Number(source), row, isNewer }
}

export function auditLogPath(view: Partial<AuditLogView>): string {
  const params = new URLSearchParams()
  if (view.kind) params.set('kind', view.kind)
  if (view.who) params.set('who', view.who)
  if (view.about) params.set('about', view.about)
  if (view.search?.trim()) params.set('search', view.search.trim())
  if (view.from) params.set('from', view.from)
  if (view.to) params.set('to', view.to)
  if (view.cursor) params.set(view.cursor.isNewer ? 'before' : 'after', formatCursor(view.cursor))
  const query = params.toString()
  return query ? `${AUDIT_LOG_PATH}?${query}` : AUDIT_LOG_PATH
}

const formatCursor = ({ at, source, row }: AuditLogCursor) => `${at}_${source}_${row}`

export const adjacentAuditPagePath = (view: AuditLogView, cursor: AuditLogCursor, isNewer: boolean): string =>
  auditLogPath({ ...view, cursor: { ...cursor, isNewer } })

export const isUnfiltered = (view: AuditLogView): boolean =>
  !view.kind && !view.who && !view.about && !view.search && !view.from && !view.to
