import { importColumnLabel, type ImportSubject } from '#features/catalogue/import/import-columns.ts'
import { importPageMessages } from '#features/catalogue/import/import-messages.ts'
import {
  problemText,
  type ImportOutcome,
  type OpenedImport,
} from '#features/catalogue/import/planned-line.ts'
import { formatCount } from '#shop/text/format-count.ts'
import { categoryListPath } from '#features/catalogue/categories/admin/category-list-url.ts'
import { productListPath } from '#features/catalogue/products/list/admin/product-list-url.ts'
import { Pagination } from '#kit/navigation/pagination.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { importPath } from './import-url.ts'

const OUTCOMES = ['faulty', 'changed', 'added', 'same'] as const satisfies readonly ImportOutcome[]
type Line = OpenedImport['lines'][number]

export function ImportLines({ opened }: { opened: OpenedImport }) {
  const { id, subject, lines, show, page, pageCount, counts, imported_at } = opened
  const shown = [null, ...OUTCOMES.filter((outcome) => counts[outcome] > 0)]
  return (
    <section className="panel mt-4" aria-labelledby="import-lines-title">
      <h2 id="import-lines-title">{importPageMessages.linesTitle}</h2>
      <nav aria-label={importPageMessages.linesTitle} className="import-shown">
        {shown.map((outcome) => (
          <ShopLink
            key={outcome ?? 'all'}
            to={importPath(id, { show: outcome })}
            className="link"
            aria-current={outcome === show ? 'true' : undefined}
            preventScrollReset
          >
            {`${importPageMessages.show[outcome ?? 'all']}${outcome ? ` (${formatCount(counts[outcome])})` : ''}`}
          </ShopLink>
        ))}
      </nav>
      <ol className="list-rows import-lines md:*:grid-cols-[5rem_minmax(0,1fr)_minmax(0,2fr)]">
        {lines.map((line) => (
          <ImportLine key={line.line} line={line} subject={subject} isImported={imported_at !== null} />
        ))}
      </ol>
      <Pagination
        label="Pages of lines"
        page={page}
        pageCount={pageCount}
        hrefFor={(other) => importPath(id, { show, page: other })}
      />
    </section>
  )
}

type ImportLineProps = { line: Line; subject: ImportSubject; isImported: boolean }

function ImportLine({ line: planned, subject, isImported }: ImportLineProps) {
  const { line, outcome, name, changes, problems, warnings, notes, undo } = planned
  const shownWarnings = undo === null ? warnings : []
  const shownChanges = outcome === 'faulty' ? [] : changes
  const isThere = outcome !== 'added' || (isImported && undo !== 'undone')
  const path = isThere ? formPath(planned) : null
  const undone =
    undo === 'undone' && outcome === 'added'
      ? importPageMessages.undoneAdded[subject]
      : undo && importPageMessages.undoReasons[undo]
  return (
    <li data-outcome={outcome}>
      <span className="minor">{`${importPageMessages.line} ${line}`}</span>
      <span className="import-name">
        {path ? (
          <ShopLink to={path} className="link">
            {name}
          </ShopLink>
        ) : (
          <span>{name || importPageMessages.noName}</span>
        )}
        <span className="minor block">{importPageMessages.outcomes[outcome]}</span>
      </span>
      <ul className="grid gap-1 min-w-0">
        {undone && (
          <li>
            <strong>{undone}</strong>
          </li>
        )}
        {problems.map((problem, index) => (
          <li key={`problem ${index}`} className="text-laterite font-semibold">
            {problemText(problem)}
          </li>
        ))}
        {shownWarnings.map((warning) => (
          <li key={warning} className={isImported ? undefined : 'text-laterite font-semibold'}>
            {isImported ? warning : `${importPageMessages.toConfirm} ${warning}`}
          </li>
        ))}
        {shownChanges.map(({ field, was, is }) => (
          <li key={field}>
            <span>{`${importColumnLabel(field)}:`}</span>{' '}
            {outcome === 'changed' && <ChangedValue text={was} />}
            <span>{outcome === 'changed' && ' → '}</span>
            <strong>{shorten(is)}</strong>
          </li>
        ))}
        {notes.map((note) => (
          <li key={note} className="minor">
            {note}
          </li>
        ))}
      </ul>
    </li>
  )
}

function formPath({ product_id, category_id }: Line): string | null {
  if (product_id) return productListPath({}, { kind: 'edit', id: product_id })
  return category_id && categoryListPath({ kind: 'edit', id: category_id })
}

const ChangedValue = ({ text }: { text: string }) => <span className="minor">{shorten(text)}</span>

const SHOWN_LENGTH = 160
const shorten = (text: string) => {
  if (text === '') return importPageMessages.emptyValue
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text
}
