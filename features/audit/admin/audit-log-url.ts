import {
  AUDIT_LOG_ACTOR_GROUPS,
  AUDIT_LOG_KINDS,
  type AuditLogQuery,
} from '#features/audit/audit-log-entry.ts'
import { isValidId } from '#shop/ids.ts'
import { choice, listUrl, parameter, searchText, type ListParameter } from '#kit/admin/list/list-url.ts'

export type AuditLogView = AuditLogQuery

/** Time, table and row number; microseconds, because many rows share one second. */
const CURSOR_PATTERN =
  /^((?:19|20|21)\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z)_([1-5])_(\d{1,18}|[0-9a-f-]{36})$/

/** `Date.parse` reads 30 February as 2 March. */
const isTimestamp = (text: string) => {
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 19) === text.slice(0, 19)
}
const isDay = (text: string) => /^(19|20|21)\d\d-\d\d-\d\d$/.test(text) && isTimestamp(`${text}T00:00:00Z`)

const parseId = (text: string) => (isValidId(text) ? text.toLowerCase() : null)
const day = parameter((text) => (isDay(text) ? text : null))
const cursor: ListParameter<AuditLogView['cursor']> = {
  read: (params) => parseCursor(params.get('after'), false) ?? parseCursor(params.get('before'), true),
  write: (value) =>
    value ? { [value.isNewer ? 'before' : 'after']: `${value.at}_${value.source}_${value.row}` } : {},
}

function parseCursor(text: string | null, isNewer: boolean): AuditLogView['cursor'] {
  const [, at, source, row] = CURSOR_PATTERN.exec(text ?? '') ?? []
  if (!at || !source || !row || !isTimestamp(at)) return null
  if ((Number(source) === 5) !== isValidId(row)) return null
  return { at, source: Number(source), row, isNewer }
}

export const auditLogUrl = listUrl(
  '/admin/audit',
  {
    kind: choice(AUDIT_LOG_KINDS, null),
    who: parameter((text) => AUDIT_LOG_ACTOR_GROUPS.find((group) => group === text) ?? parseId(text)),
    about: parameter(parseId),
    search: searchText,
    from: day,
    to: day,
  },
  { cursor },
)
