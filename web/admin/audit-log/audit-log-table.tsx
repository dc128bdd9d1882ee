import type { RecordPage, RecordRow } from '#shop/audit/audit-log-entry.ts'
import { formatNearDateTime } from '#shop/dates/relative-dates.ts'
import { ShopLink } from '#web/ui/navigation/shop-link.tsx'
import { Table } from '#web/ui/display/table.tsx'
import { changesOf, clipped, type ShownChange } from './audit-field-changes.ts'
import { auditPath, type AuditListView } from './audit-log-url.ts'
import { actorWords, eventWords, noteWords, subjectLink } from './audit-log-labels.ts'

const COLUMNS = [{ label: 'When' }, { label: 'What' }, { label: 'Before and after' }, { label: 'Who' }]
const CHANGES_IN_VIEW = 3

type AuditTableProps = { rows: readonly RecordRow[]; categories: RecordPage['categories']; view: AuditListView; now: string }

export function AuditTable({ rows, ...list }: AuditTableProps) {
  return (
    <div className="audit-list" data-rows>
      <Table caption="The record, newest first" isCaptionHidden columns={COLUMNS} className="audit-table">
        {rows.map((row) => (
          <Row key={`${row.place.source} ${row.place.row}`} row={row} {...list} />
        ))}
      </Table>
    </div>
  )
}

function Row({ row, categories, view, now }: Omit<AuditTableProps, 'rows'> & { row: RecordRow }) {
  const subject = subjectLink(row, view)
  const actor = actorWords(row)
  const isTold = row.actor.kind === 'admin' || row.actor.kind === 'customer'
  return (
    <tr data-kind={row.kind}>
      <td className="cell-when">
        <time dateTime={row.place.at}>{formatNearDateTime(row.place.at, now)}</time>
      </td>
      <th scope="row" className="cell-what">
        <span className="event">{eventWords(row)}</span>
        <ShopLink to={subject.to} className={row.subject.kind === 'order' ? 'link row-link order-id' : 'link row-link'}>
          <Name words={subject.words} />
        </ShopLink>
        {row.subject.id && row.subject.kind !== 'person' && row.subject.id !== view.about && (
          <ShopLink
            to={auditPath({ ...view, about: row.subject.id, beside: null })}
            className="link row-link only-this"
            aria-label={`Show only this: ${subject.words}`}
          >
            Show only this
          </ShopLink>
        )}
      </th>
      <td className="cell-change">
        <Changes changes={changesOf(row, categories)} isNew={row.before === null} />
        {noteWords(row).map((line, place) => (
          <p key={place}>{line}</p>
        ))}
      </td>
      <td className="cell-who">
        {isTold && row.actor.id && row.actor.id !== view.who ? (
          <ShopLink to={auditPath({ ...view, who: row.actor.id, beside: null })} className="row-link" title="Show what this person did">
            <Name words={actor.words} />
          </ShopLink>
        ) : (
          <Name words={actor.words} />
        )}
        {actor.minor && (
          <span className="minor">
            <Name words={actor.minor} />
          </span>
        )}
      </td>
    </tr>
  )
}

/** With its end an address is still told from others. */
const ADDRESS_WHOLE_LENGTH = 26
const ADDRESS_END_LENGTH = 12

/** A name; a long e-mail address keeps to one line where there are columns, with its middle left out of sight alone. */
function Name({ words }: { words: string }) {
  if (!words.includes('@') || words.length <= ADDRESS_WHOLE_LENGTH) return words
  const end = words.slice(-ADDRESS_END_LENGTH).replace(/^\W+/, '')
  return (
    <span className="one-line" title={words}>
      <span>{words.slice(0, -end.length)}</span>
      <span>{end}</span>
    </span>
  )
}

/** Of what is new there was nothing before. */
type ChangesProps = { changes: readonly ShownChange[]; isNew: boolean }

/** The first few changes in a line each; all of them, whole, for whoever opens the row. */
function Changes({ changes, isNew }: ChangesProps) {
  if (changes.length === 0) return null
  const inView = changes.slice(0, CHANGES_IN_VIEW).map(clipped)
  const isWhole = changes.length <= CHANGES_IN_VIEW && inView.every(({ was, is }, place) => was === changes[place]!.was && is === changes[place]!.is)
  return (
    <>
      <ChangeList changes={inView} isNew={isNew} />
      {!isWhole && (
        <details className="change-rest">
          <summary>{changes.length > CHANGES_IN_VIEW ? `All ${changes.length} fields` : 'The whole text'}</summary>
          <ChangeList changes={changes} isNew={isNew} />
        </details>
      )}
    </>
  )
}

function ChangeList({ changes, isNew }: ChangesProps) {
  return (
    <dl className="changes">
      {changes.map(({ field, was, is }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            {!isNew && (
              <>
                <span className="visually-hidden">before: </span>
                <span className="change-was">{was}</span>
                <span aria-hidden="true" className="change-arrow">→</span>
                <span className="visually-hidden">, after: </span>
              </>
            )}
            <span className="change-is">{is}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
