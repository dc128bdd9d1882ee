import { useLoaderData } from 'react-router'
import { auditLogMessages } from '#features/audit/audit-log-messages.ts'
import { formatDay, formatLondonDateTime } from '#shop/dates/dates.ts'
import { adminHead } from '#kit/admin/screen/admin-head.ts'
import { LinkButton } from '#kit/form/button.tsx'
import { EmptyState } from '#kit/feedback/empty-state.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#kit/display/icons.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { useAnnouncedPage } from '#kit/navigation/pagination.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import type { AuditLogPage } from '#features/audit/audit-log-entry.ts'
import { auditLogUrl, type AuditLogView } from './audit-log-url.ts'
import type { loader } from './audit-log-page.server.ts'
import { AuditLogTable } from './audit-log-table.tsx'
import { AuditLogFilters } from './audit-log-filters.tsx'
import { auditLogTitle } from './audit-log-labels.ts'
import {
  KeyboardShortcuts,
  type KeyboardShortcut,
} from '#kit/admin/keyboard-shortcuts/keyboard-shortcuts-dialog.tsx'

export const head = adminHead<typeof loader>(({ view }) => auditLogTitle(view))

const SHORTCUTS: readonly KeyboardShortcut[] = [
  [['/'], 'Search'],
  [['↓', 'j'], 'Next row'],
  [['↑', 'k'], 'Previous row'],
  [['Enter'], 'Open what the row is about'],
  [['b'], 'Newer page'],
  [['o'], 'Older page'],
]

export default function AuditPage() {
  const { view, auditLog, failure, now } = useLoaderData<typeof loader>()
  return (
    <>
      <div className="screen-head justify-between">
        <h1>Record</h1>
        <KeyboardShortcuts rows={SHORTCUTS} />
        <p className="basis-full">{auditLogMessages.what}</p>
      </div>
      <AuditLogFilters view={view} people={auditLog?.people ?? []} />
      {failure && <Notice tone="error">{failure}</Notice>}
      {auditLog?.isNarrowed && <Notice className="mb-3">{auditLogMessages.narrowed}</Notice>}
      {auditLog && auditLog.rows.length > 0 && (
        <>
          <p className="list-count" aria-live="polite">
            {pageRangeLabel(auditLog)}
          </p>
          <AuditLogTable rows={auditLog.rows} categories={auditLog.categories} view={view} now={now} />
          <AuditLogPager view={view} auditLog={auditLog} />
        </>
      )}
      {auditLog?.rows.length === 0 && <EmptyAuditLog view={view} />}
    </>
  )
}

function pageRangeLabel({ rows, older, newer }: AuditLogPage): string {
  const [first, last] = [rows[0]!, rows.at(-1)!]
  if (!older && !newer) return rows.length === 1 ? '1 entry' : `${rows.length} entries`
  return `${newer ? '' : 'Newest '}${rows.length} entries, ${formatLondonDateTime(first.place.at)} back to ${formatLondonDateTime(last.place.at)}`
}

function AuditLogPager({ view, auditLog }: { view: AuditLogView; auditLog: AuditLogPage }) {
  const { newer, older, rows } = auditLog
  useAnnouncedPage(JSON.stringify(view.cursor), rows.length > 0 ? pageRangeLabel(auditLog) : '')
  if (!newer && !older) return null
  return (
    <nav aria-label="Pages of the record" className="pager">
      {newer ? (
        <span className="flex gap-2">
          <ShopLink to={auditLogUrl.start(view)} className="pager-step">
            Newest
          </ShopLink>
          <ShopLink
            to={auditLogUrl.path({ ...view, cursor: { ...newer, isNewer: true } })}
            rel="prev"
            className="pager-step"
            data-key="b"
            aria-keyshortcuts="b"
          >
            <ChevronLeftIcon /> Newer
          </ShopLink>
        </span>
      ) : (
        <span />
      )}
      {older && (
        <ShopLink
          to={auditLogUrl.path({ ...view, cursor: { ...older, isNewer: false } })}
          rel="next"
          className="pager-step"
          data-key="o"
          aria-keyshortcuts="o"
        >
          Older <ChevronRightIcon />
        </ShopLink>
      )}
    </nav>
  )
}

function EmptyAuditLog({ view }: { view: AuditLogView }) {
  if (auditLogUrl.start(view) === auditLogUrl.base)
    return <EmptyState title="Nothing on record yet">{auditLogMessages.nothingYet}</EmptyState>
  const { from, to } = view
  if (from && to && from > to) {
    const { title, why, turn } = auditLogMessages.daysTurned
    const swappedPath = auditLogUrl.start({ ...view, from: to, to: from })
    return (
      <EmptyState title={title} action={<LinkButton to={swappedPath}>{turn}</LinkButton>}>
        {why(formatDay(from), formatDay(to))}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="Nothing on record like this"
      action={<LinkButton to={auditLogUrl.base}>Show everything</LinkButton>}
    >
      {view.search ? auditLogMessages.noMatches : auditLogMessages.noneOfThese}
    </EmptyState>
  )
}
