import { Form, useNavigation } from 'react-router'
import { importColumns } from '#shop/catalogue/import/import-columns.ts'
import { importPageMessages } from '#shop/catalogue/import/import-messages.ts'
import type { OpenedImport } from '#shop/catalogue/import/planned-line.ts'
import { formatLondonDateTime } from '#shop/dates/dates.ts'
import { FormUserIdInput } from '#web/forms/page-user.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { ImportLines } from './import-lines.tsx'
import { ImportProgress } from './import-progress.tsx'

const DAY_MS = 24 * 60 * 60 * 1000

type ImportViewProps = { opened: OpenedImport; now: string; errors: Record<string, string> }

export function ImportView({ opened, now, errors }: ImportViewProps) {
  return (
    <>
      <section className="panel" aria-labelledby="import-check-title">
        <h2 id="import-check-title">{importPageMessages.checkTitle}</h2>
        <div className="panel-body import-parts">
          <p>
            <strong>{importPageMessages.wouldChange(opened.counts, opened.subject)}.</strong>
          </p>
          {opened.imported_at === null ? (
            <ApplyForm opened={opened} errors={errors} />
          ) : (
            <UndoForm opened={opened} importedAt={opened.imported_at} now={now} />
          )}
        </div>
        {opened.imported_at === null && <ColumnsForm opened={opened} />}
      </section>
      <ImportLines opened={opened} />
    </>
  )
}

const usePending = () => {
  const { state, formData } = useNavigation()
  return (intent: string) => state !== 'idle' && formData?.get('intent') === intent
}

function HiddenFields({ opened: { id, version } }: { opened: OpenedImport }) {
  return (
    <>
      <FormUserIdInput />
      <input type="hidden" name="import_id" value={id} />
      <input type="hidden" name="version" value={version} />
    </>
  )
}

function ApplyForm({ opened, errors }: Pick<ImportViewProps, 'opened' | 'errors'>) {
  const isPending = usePending()
  const { counts, changes_stock, file_name } = opened
  const total = counts.changed + counts.added
  if (counts.faulty > 0) return <Notice tone="error">{importPageMessages.mendFirst}</Notice>
  if (total === 0) return <Notice>{importPageMessages.nothingToImport}</Notice>
  return (
    <Form method="post" noValidate className="import-parts">
      <HiddenFields opened={opened} />
      {changes_stock && (
        <TextField
          name="reason"
          label={importPageMessages.reason}
          hint={importPageMessages.reasonHint}
          error={errors['reason']}
          required
          autoComplete="off"
          maxLength={500}
          defaultValue={`Import of ${file_name}`}
        />
      )}
      <p className="minor">{importPageMessages.allOrNothing}</p>
      <p className="import-buttons">
        <Button
          type="submit"
          name="intent"
          value="import"
          pending={isPending('import')}
          pendingLabel={importPageMessages.importing}
        >
          {importPageMessages.importAll(total)}
        </Button>
        <Button type="submit" name="intent" value="check" variant="outline" pending={isPending('check')}>
          {importPageMessages.checkAgain}
        </Button>
      </p>
      {isPending('import') && <ImportProgress total={total} />}
    </Form>
  )
}

function UndoForm({ opened, importedAt, now }: { opened: OpenedImport; importedAt: string; now: string }) {
  const isPending = usePending()
  const { undone_at, kept, imported_by } = opened
  const end = new Date(importedAt).getTime() + DAY_MS
  return (
    <>
      <p>{importPageMessages.importedOn(formatLondonDateTime(importedAt), imported_by)}</p>
      {undone_at !== null ? (
        <>
          <p>{importPageMessages.undoneOn(formatLondonDateTime(undone_at))}</p>
          {kept > 0 && <Notice tone="error">{importPageMessages.undoKept(kept)}</Notice>}
        </>
      ) : new Date(now).getTime() < end ? (
        <Form method="post" className="import-parts">
          <HiddenFields opened={opened} />
          <p className="minor">
            {importPageMessages.undoUntil(formatLondonDateTime(new Date(end).toISOString()))}
          </p>
          <p>
            <Button
              type="submit"
              name="intent"
              value="undo"
              variant="outline"
              pending={isPending('undo')}
              pendingLabel={importPageMessages.undoing}
            >
              {importPageMessages.undo}
            </Button>
          </p>
        </Form>
      ) : (
        <p className="minor">{importPageMessages.undoOver}</p>
      )}
    </>
  )
}

function ColumnsForm({ opened }: { opened: OpenedImport }) {
  const isPending = usePending()
  const options = [
    { value: '', label: importPageMessages.leftOut },
    ...importColumns(opened.subject).map(({ field, header }) => ({ value: field, label: header })),
  ]
  const left = opened.columns.filter(({ field }) => field === null).length
  return (
    <details className="import-columns" open={left > 0 || undefined}>
      <summary>{importPageMessages.columnsSummary(opened.columns.length, left)}</summary>
      <Form method="post" className="import-parts" key={opened.version}>
        <HiddenFields opened={opened} />
        <p className="minor">{importPageMessages.columnsLead}</p>
        <div className="import-column-fields">
          {opened.columns.map(({ header, field }, index) => (
            <SelectField
              key={index}
              id={`field-${index}`}
              name="field"
              label={header === '' ? importPageMessages.unnamedColumn(index + 1) : header}
              options={options}
              defaultValue={field ?? ''}
            />
          ))}
        </div>
        <p>
          <Button type="submit" name="intent" value="map" variant="outline" pending={isPending('map')}>
            {importPageMessages.checkAgain}
          </Button>
        </p>
      </Form>
    </details>
  )
}
