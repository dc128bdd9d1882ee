import { useLoaderData } from 'react-router'
import { auditOffice } from '#shop/audit/audit-log-messages.ts'
import { formatDay, formatLondonDateTime } from '#shop/dates/dates.ts'
import type { Head, HeadArgs } from '#web/client/document-head/head.ts'
import { LinkButton } from '#web/ui/form/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#web/ui/display/icons.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { ShopLink } from '#web/ui/navigation/shop-link.tsx'
import type { RecordPage } from '#shop/audit/audit-log-entry.ts'
import { AUDIT_KEYS } from './audit-log-shortcuts.ts'
import { AUDIT_PATH, auditPath, isWhole, pageBeside, type AuditListView } from './audit-log-url.ts'
import type { loader } from './audit-log-page.server.ts'
import { AuditTable } from './audit-log-table.tsx'
import { AuditTools } from './audit-log-filters.tsx'
import { recordTitle } from './audit-log-labels.ts'
import { Keys } from '#web/admin/keyboard-shortcuts/keyboard-shortcuts-dialog.tsx'

export function head({ data, shopName }: HeadArgs<typeof loader>): Head {
  return { title: `${recordTitle(data.view)} – ${shopName}`, noIndex: true }
}

export default function AuditPage() {
  const { view, record, failure, now } = useLoaderData<typeof loader>()
  return (
    <>
      <div className="screen-head screen-head-apart">
        <h1>Record</h1>
        <Keys rows={AUDIT_KEYS} />
        <p className="audit-what">{auditOffice.what}</p>
      </div>
      <AuditTools view={view} people={record?.people ?? []} />
      {failure && <Notice tone="error">{failure}</Notice>}
      {record?.isNarrowed && <Notice className="mb-3">{auditOffice.narrowed}</Notice>}
      {record && record.rows.length > 0 && (
        <>
          <p className="list-count" aria-live="polite">
            {spanWords(record)}
          </p>
          <AuditTable rows={record.rows} categories={record.categories} view={view} now={now} />
          <Ways view={view} record={record} />
        </>
      )}
      {record?.rows.length === 0 && <Nothing view={view} />}
    </>
  )
}

/** From when to when the page reaches; how many rows there are in all nobody counts. */
function spanWords({ rows, older, newer }: RecordPage): string {
  const [first, last] = [rows[0]!, rows.at(-1)!]
  if (!older && !newer) return rows.length === 1 ? '1 entry' : `${rows.length} entries`
  return `${newer ? '' : 'Newest '}${rows.length} entries, ${formatLondonDateTime(first.place.at)} back to ${formatLondonDateTime(last.place.at)}`
}

function Ways({ view, record: { newer, older } }: { view: AuditListView; record: RecordPage }) {
  if (!newer && !older) return null
  return (
    <nav aria-label="Pages of the record" className="pager">
      {newer ? (
        <span className="audit-newer">
          <ShopLink to={auditPath({ ...view, beside: null })} className="pager-step">
            Newest
          </ShopLink>
          <ShopLink to={pageBeside(view, newer, true)} rel="prev" className="pager-step" data-key="b" aria-keyshortcuts="b">
            <ChevronLeftIcon /> Newer
          </ShopLink>
        </span>
      ) : (
        <span />
      )}
      {older && (
        <ShopLink to={pageBeside(view, older, false)} rel="next" className="pager-step" data-key="o" aria-keyshortcuts="o">
          Older <ChevronRightIcon />
        </ShopLink>
      )}
    </nav>
  )
}

function Nothing({ view }: { view: AuditListView }) {
  if (isWhole(view)) return <EmptyState title="Nothing on record yet">{auditOffice.nothingYet}</EmptyState>
  const { from, to } = view
  if (from && to && from > to) {
    const { title, why, turn } = auditOffice.daysTurned
    const turned = auditPath({ ...view, from: to, to: from, beside: null })
    return (
      <EmptyState title={title} action={<LinkButton to={turned}>{turn}</LinkButton>}>
        {why(formatDay(from), formatDay(to))}
      </EmptyState>
    )
  }
  return (
    <EmptyState title="Nothing on record like this" action={<LinkButton to={AUDIT_PATH}>Show everything</LinkButton>}>
      {view.search ? auditOffice.noMatches : auditOffice.noneOfThese}
    </EmptyState>
  )
}
