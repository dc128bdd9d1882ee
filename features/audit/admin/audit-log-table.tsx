import { describeAuditEvent } from '#features/audit/audit-event-labels.ts'
import type { AuditLogPage, AuditLogEntry } from '#features/audit/audit-log-entry.ts'
import { formatRelativeDateTime } from '#shop/dates/relative-dates.ts'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { Table } from '#kit/display/table.tsx'
import { listFieldChanges, truncateFieldChange, type AuditFieldChange } from './audit-field-changes.ts'
import { auditLogUrl, type AuditLogView } from './audit-log-url.ts'
import { describeAuditActor, listAuditNotes, auditSubjectLink } from './audit-log-labels.ts'

const COLUMNS = [{ label: 'When' }, { label: 'What' }, { label: 'Before and after' }, { label: 'Who' }]
const MAX_VISIBLE_CHANGES = 3

type AuditLogTableProps = {
  rows: readonly AuditLogEntry[]
  categories: AuditLogPage['categories']
  view: AuditLogView
  now: string
}

export function AuditLogTable({ rows, ...list }: AuditLogTableProps) {
  return (
    <div className="audit-list" data-rows>
      <Table caption="The record, newest first" columns={COLUMNS} className="audit-table">
        {rows.map((row) => (
          <Row key={`${row.place.source} ${row.place.row}`} row={row} {...list} />
        ))}
      </Table>
    </div>
  )
}

function Row({ row, categories, view, now }: Omit<AuditLogTableProps, 'rows'> & { row: AuditLogEntry }) {
  const subject = auditSubjectLink(row, view)
  const actor = describeAuditActor(row)
  const isAccount = row.actor.kind === 'admin' || row.actor.kind === 'customer'
  return (
    <tr data-kind={row.kind}>
      <td className="cell-when">
        <time dateTime={row.place.at}>{formatRelativeDateTime(row.place.at, now)}</time>
      </td>
      <th scope="row" className="cell-what">
        <span className="event">{describeAuditEvent(row)}</span>
        <ShopLink
          to={subject.to}
          className={row.subject.kind === 'order' ? 'link row-link order-id' : 'link row-link'}
        >
          <AccountName label={subject.label} />
        </ShopLink>
        {row.subject.id && row.subject.kind !== 'person' && row.subject.id !== view.about && (
          <ShopLink
            to={auditLogUrl.start({ ...view, about: row.subject.id })}
            className="link row-link only-this"
            aria-label={`Show only this: ${subject.label}`}
          >
            Show only this
          </ShopLink>
        )}
      </th>
      <td className="cell-change">
        <Changes changes={listFieldChanges(row, categories)} isNew={row.before === null} />
        {listAuditNotes(row).map((line, index) => (
          <p key={index}>{line}</p>
        ))}
      </td>
      <td className="cell-who">
        {isAccount && row.actor.id && row.actor.id !== view.who ? (
          <ShopLink
            to={auditLogUrl.start({ ...view, who: row.actor.id })}
            className="row-link"
            title="Show what this person did"
          >
            <AccountName label={actor.label} />
          </ShopLink>
        ) : (
          <AccountName label={actor.label} />
        )}
        {actor.secondary && (
          <span className="minor">
            <AccountName label={actor.secondary} />
          </span>
        )}
      </td>
    </tr>
  )
}

const MAX_FULL_EMAIL_LENGTH = 26
const EMAIL_TAIL_LENGTH = 12

/** Shortened by CSS, so that copying gives the full address. */
function AccountName({ label }: { label: string }) {
  if (!label.includes('@') || label.length <= MAX_FULL_EMAIL_LENGTH) return label
  const end = label.slice(-EMAIL_TAIL_LENGTH).replace(/^\W+/, '')
  return (
    <span className="one-line" title={label}>
      <span>{label.slice(0, -end.length)}</span>
      <span>{end}</span>
    </span>
  )
}

type ChangesProps = { changes: readonly AuditFieldChange[]; isNew: boolean }

function Changes({ changes, isNew }: ChangesProps) {
  if (changes.length === 0) return null
  const visibleChanges = changes.slice(0, MAX_VISIBLE_CHANGES).map(truncateFieldChange)
  const isComplete =
    changes.length <= MAX_VISIBLE_CHANGES &&
    visibleChanges.every(
      ({ oldValue, newValue }, index) =>
        oldValue === changes[index]!.oldValue && newValue === changes[index]!.newValue,
    )
  return (
    <>
      <ChangeList changes={visibleChanges} isNew={isNew} />
      {!isComplete && (
        <details className="change-rest">
          <summary>
            {changes.length > MAX_VISIBLE_CHANGES ? `All ${changes.length} fields` : 'The whole text'}
          </summary>
          <ChangeList changes={changes} isNew={isNew} />
        </details>
      )}
    </>
  )
}

function ChangeList({ changes, isNew }: ChangesProps) {
  return (
    <dl className="changes">
      {changes.map(({ field, oldValue, newValue }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            {!isNew && (
              <>
                <span className="visually-hidden">before: </span>
                <span className="text-muted">{oldValue}</span>
                <span aria-hidden="true" className="px-2 text-muted">
                  →
                </span>
                <span className="visually-hidden">, after: </span>
              </>
            )}
            <span className="font-semibold">{newValue}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
