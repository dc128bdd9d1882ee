import { RECORD_GROUPS, RECORD_KINDS, type RecordPlace, type RecordQuery } from '#shop/audit/audit-log-entry.ts'
import { isId } from '#shop/ids.ts'

/** What the address bar says about the record: a pasted address shows the same rows. */
export type AuditListView = RecordQuery

export const AUDIT_PATH = '/admin/audit'
const SEARCH_MAX_LENGTH = 200
/** Time, table and number of a row; the time with all its digits, as many rows are of one moment. */
const PLACE = /^((?:19|20|21)\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z)_([1-5])_(\d{1,18}|[0-9a-f-]{36})$/

/** A moment as the calendar knows it: 30 February reads as 2 March, and is none. */
const isMoment = (text: string) => {
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 19) === text.slice(0, 19)
}
const isDay = (text: string) => /^(19|20|21)\d\d-\d\d-\d\d$/.test(text) && isMoment(`${text}T00:00:00Z`)

/** Reads the address; what it does not know counts as not said. */
export function readAuditListView(params: URLSearchParams): AuditListView {
  const kind = params.get('kind')
  const who = params.get('who') ?? ''
  const about = params.get('about') ?? ''
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? '']
  return {
    kind: RECORD_KINDS.find((each) => each === kind) ?? null,
    who: RECORD_GROUPS.find((each) => each === who) ?? (isId(who) ? who.toLowerCase() : null),
    about: isId(about) ? about : null,
    search: (params.get('search') ?? '').trim().slice(0, SEARCH_MAX_LENGTH),
    from: isDay(from) ? from : null,
    to: isDay(to) ? to : null,
    beside: readBeside(params.get('after'), false) ?? readBeside(params.get('before'), true),
  }
}

function readBeside(text: string | null, isNewer: boolean): AuditListView['beside'] {
  const [, at, source, row] = PLACE.exec(text ?? '') ?? []
  if (!at || !source || !row || !isMoment(at)) return null
  // Orders alone are numbered by an id.
  if ((Number(source) === 5) !== isId(row)) return null
  return { at, source: Number(source), row, isNewer }
}

/** The address of a view; whatever is as usual is left out. */
export function auditPath(view: Partial<AuditListView>): string {
  const params = new URLSearchParams()
  if (view.kind) params.set('kind', view.kind)
  if (view.who) params.set('who', view.who)
  if (view.about) params.set('about', view.about)
  if (view.search?.trim()) params.set('search', view.search.trim())
  if (view.from) params.set('from', view.from)
  if (view.to) params.set('to', view.to)
  if (view.beside) params.set(view.beside.isNewer ? 'before' : 'after', placeText(view.beside))
  const query = params.toString()
  return query ? `${AUDIT_PATH}?${query}` : AUDIT_PATH
}

const placeText = ({ at, source, row }: RecordPlace) => `${at}_${source}_${row}`

/** The page on the other side of a row of this one. */
export const pageBeside = (view: AuditListView, place: RecordPlace, isNewer: boolean): string =>
  auditPath({ ...view, beside: { ...place, isNewer } })

export const isWhole = (view: AuditListView): boolean =>
  !view.kind && !view.who && !view.about && !view.search && !view.from && !view.to

