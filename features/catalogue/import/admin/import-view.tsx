import { useEffect, useRef, useState, type MouseEvent } from 'react'
import { useNavigation } from 'react-router'
import { importColumns } from '#features/catalogue/import/import-columns.ts'
import { importPageMessages } from '#features/catalogue/import/import-messages.ts'
import { isMappedAs, type OpenedImport } from '#features/catalogue/import/planned-line.ts'
import { formatLondonDateTime } from '#shop/dates/dates.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { productListPath } from '#features/catalogue/products/list/admin/product-list-url.ts'
import { Notice } from '#kit/feedback/notice.tsx'
import { SendButton } from '#kit/form/send-button.tsx'
import { Checkbox } from '#kit/form/checkbox-and-radio.tsx'
import { SelectField } from '#kit/form/select-field.tsx'
import { TextField } from '#kit/form/text-field.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { ImportLines } from './import-lines.tsx'
import { ImportProgress } from './import-progress.tsx'
import { choiceName } from './import-url.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** `values`: those of a refused form. */
type ImportViewProps = {
  opened: OpenedImport
  now: string
  errors: Record<string, string>
  values: Record<string, string>
}

export function ImportView({ opened, now, errors, values }: ImportViewProps) {
  return (
    <>
      <section className="panel" aria-labelledby="import-check-title">
        <h2 id="import-check-title">{importPageMessages.checkTitle}</h2>
        <div className="panel-body grid gap-4 min-w-0">
          <p>
            <strong>{`${importPageMessages.wouldChange(opened.counts, opened.subject)}.`}</strong>
          </p>
          {opened.subject === 'products' && <SaleSummary opened={opened} />}
          {opened.imported_at === null ? (
            <ApplyForm key={opened.version} opened={opened} errors={errors} values={values} />
          ) : (
            <UndoForm opened={opened} importedAt={opened.imported_at} now={now} />
          )}
        </div>
      </section>
      <ImportLines opened={opened} />
    </>
  )
}

/** Before the import what it would do, afterwards what it did. */
function SaleSummary({ opened: { counts, sale, imported_at, undone_at } }: { opened: OpenedImport }) {
  if (undone_at !== null) return null
  if (imported_at === null) {
    const text = importPageMessages.saleBefore(sale)
    return text && counts.faulty === 0 ? <p>{text}</p> : null
  }
  return (
    <p>
      <span>{importPageMessages.saleAfter(counts, sale)}</span>{' '}
      {sale.added_off > 0 && (
        <ShopLink to={productListPath({ show: 'off' })} className="link">
          {importPageMessages.productsOffSale}
        </ShopLink>
      )}
    </p>
  )
}

function HiddenFields({ opened: { id, version } }: { opened: OpenedImport }) {
  return (
    <>
      <input type="hidden" name="import_id" value={id} />
      <input type="hidden" name="version" value={version} />
    </>
  )
}

/** One form, so that an import always sends the displayed columns. */
function ApplyForm({ opened, errors, values }: Omit<ImportViewProps, 'now'>) {
  const isImporting = useNavigation().formData?.get('intent') === 'import'
  const form = useRef<HTMLFormElement>(null)
  const chosen = opened.columns.map(({ field }, index) => values[choiceName(index)] ?? field ?? '')
  const [isUnchecked, setUnchecked] = useState(!isMappedAs(opened.columns, chosen))
  const compare = () => {
    if (form.current) setUnchecked(!isMappedAs(opened.columns, new FormData(form.current).getAll('field')))
  }
  // Browsers restore choices before scripts run.
  useEffect(compare, [opened.columns])
  const refuseUnchecked = (event: MouseEvent) => {
    if (isUnchecked) event.preventDefault()
  }
  const total = opened.counts.changed + opened.counts.added
  const canImport = opened.counts.faulty === 0 && total > 0
  return (
    <PostForm ref={form} noValidate className="grid gap-4 min-w-0" onChange={compare}>
      <HiddenFields opened={opened} />
      {opened.counts.faulty > 0 && <Notice tone="error">{importPageMessages.mendFirst}</Notice>}
      {opened.counts.faulty === 0 && total === 0 && <Notice>{importPageMessages.nothingToImport}</Notice>}
      <ColumnFields opened={opened} chosen={chosen} isUnchecked={isUnchecked} />
      {canImport && <ImportFields opened={opened} errors={errors} values={values} />}
      <p className="flex flex-wrap items-center gap-y-3 gap-x-5">
        {canImport && (
          <SendButton
            intent="import"
            pendingLabel={importPageMessages.importing}
            aria-disabled={isUnchecked}
            aria-describedby={isUnchecked ? 'columns-unchecked' : undefined}
            onClick={refuseUnchecked}
          >
            {importPageMessages.importAll(total)}
          </SendButton>
        )}
        <SendButton intent="check" variant={isUnchecked ? 'solid' : 'outline'}>
          {importPageMessages.checkAgain}
        </SendButton>
        <span id="columns-unchecked" role="status" className="font-semibold">
          {isUnchecked && importPageMessages.columnsUnchecked}
        </span>
      </p>
      {isImporting && <ImportProgress total={total} />}
    </PostForm>
  )
}

function ImportFields({ opened, errors, values }: Omit<ImportViewProps, 'now'>) {
  const { subject, changes_stock, file_name, to_confirm } = opened
  return (
    <>
      {changes_stock && (
        <TextField
          name="reason"
          label={importPageMessages.reason}
          hint={importPageMessages.reasonHint}
          error={errors['reason']}
          required
          autoComplete="off"
          maxLength={500}
          defaultValue={values['reason'] ?? `Import of ${file_name}`}
        />
      )}
      {to_confirm > 0 && (
        <Checkbox
          name="confirmed"
          label={importPageMessages.confirm(to_confirm)}
          hint={importPageMessages.confirmHint}
          error={errors['confirmed']}
          required
          className="grid gap-1"
          defaultChecked={values['confirmed'] === 'on'}
        />
      )}
      <p className="minor">
        {`${importPageMessages.allOrNothing} ${importPageMessages.undoBefore[subject]}`}
      </p>
    </>
  )
}

type ColumnFieldsProps = { opened: OpenedImport; chosen: readonly string[]; isUnchecked: boolean }

function ColumnFields({ opened: { subject, columns }, chosen, isUnchecked }: ColumnFieldsProps) {
  const options = [
    { value: '', label: importPageMessages.leftOut },
    ...importColumns(subject).map(({ field, header }) => ({ value: field, label: header })),
  ]
  const left = columns.filter(({ field }) => field === null).length
  const [isOpen] = useState(left > 0 || isUnchecked)
  return (
    <details className="import-mapping" open={isOpen || undefined}>
      <summary>{importPageMessages.columnsSummary(columns.length, left)}</summary>
      <p className="minor">{importPageMessages.columnsLead}</p>
      <div className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(min(14rem,100%),1fr))] gap-y-3 gap-x-4">
        {columns.map(({ header }, index) => (
          <SelectField
            key={index}
            id={choiceName(index)}
            name="field"
            label={header === '' ? importPageMessages.unnamedColumn(index + 1) : header}
            options={options}
            defaultValue={chosen[index]}
          />
        ))}
      </div>
    </details>
  )
}

function UndoForm({ opened, importedAt, now }: { opened: OpenedImport; importedAt: string; now: string }) {
  const { subject, undone_at, undone, kept, imported_by } = opened
  const end = new Date(importedAt).getTime() + DAY_MS
  return (
    <>
      <p>{importPageMessages.importedOn(formatLondonDateTime(importedAt), imported_by)}</p>
      {undone_at !== null ? (
        <>
          <p>
            {`${importPageMessages.undoneOn(formatLondonDateTime(undone_at))} ${importPageMessages.undoneCounts(undone)}`}
          </p>
          {kept > 0 && <Notice tone="error">{importPageMessages.undoKept(kept)}</Notice>}
        </>
      ) : new Date(now).getTime() < end ? (
        <PostForm className="grid gap-4 min-w-0">
          <HiddenFields opened={opened} />
          <p className="minor">
            {importPageMessages.undoUntil(formatLondonDateTime(new Date(end).toISOString()), subject)}
          </p>
          <p>
            <SendButton intent="undo" variant="outline" pendingLabel={importPageMessages.undoing}>
              {importPageMessages.undo}
            </SendButton>
          </p>
        </PostForm>
      ) : (
        <p className="minor">{importPageMessages.undoOver}</p>
      )}
    </>
  )
}
