import { useLoaderData } from 'react-router'
import { IMPORT_SUBJECTS } from '#features/catalogue/import/import-columns.ts'
import { importPageMessages } from '#features/catalogue/import/import-messages.ts'
import { CATEGORIES_CSV_PATH, PRODUCTS_CSV_PATH } from '#features/catalogue/import/import-paths.ts'
import { formatLondonDateTime } from '#shop/dates/dates.ts'
import { PRODUCTS_LINK } from '#features/catalogue/products/list/admin/product-list-url.ts'
import { adminHead } from '#kit/admin/screen/admin-head.ts'
import { ListPanel } from '#kit/admin/list/list-panel.tsx'
import { ScreenHead } from '#kit/admin/screen/screen-head.tsx'
import { ScreenNotice } from '#kit/admin/screen/screen-notice.tsx'
import { useActionResult } from '#kit/actions/action-result.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { SendButton } from '#kit/form/send-button.tsx'
import { ErrorSummary } from '#kit/form/error-summary.tsx'
import { controlProps, Field } from '#kit/form/field.tsx'
import { SelectField } from '#kit/form/select-field.tsx'
import { ImportHelp } from './import-help.tsx'
import { ImportView } from './import-view.tsx'
import { IMPORT_PATH, importPath } from './import-url.ts'
import type { action, loader } from './product-import-page.server.ts'

export const head = adminHead<typeof loader>(
  ({ opened }) => `${opened ? `${opened.file_name}: ` : ''}${importPageMessages.title}`,
)

export const failureMessage = () => importPageMessages.failed

export default function ProductImportPage() {
  const { opened, now } = useLoaderData<typeof loader>()
  const result = useActionResult<typeof action>()
  const errors = (result?.kind !== 'done' && result?.errors) || {}
  const values = (result?.kind !== 'done' && result?.values) || {}
  const message = result?.kind === 'done' ? undefined : result?.message
  return (
    <>
      <ScreenHead
        back={opened ? { to: IMPORT_PATH, label: importPageMessages.title } : PRODUCTS_LINK}
        title={opened ? opened.file_name : importPageMessages.title}
        lead={!opened && importPageMessages.lead}
      />
      <ScreenNotice />
      <ErrorSummary
        errors={errors}
        message={message}
        title={importPageMessages.cannotBeImported}
        cause={result}
      />
      {opened ? (
        <ImportView opened={opened} now={now} errors={errors} values={values} />
      ) : (
        <>
          <UploadForm error={errors['import_file']} />
          <ImportHelp />
          <RecentImports />
        </>
      )}
    </>
  )
}

function UploadForm({ error }: { error: string | undefined }) {
  const field = {
    name: 'import_file',
    label: importPageMessages.file,
    hint: importPageMessages.fileHint,
    error,
    required: true,
  }
  return (
    <section className="panel" aria-labelledby="import-file-title">
      <h2 id="import-file-title">{importPageMessages.chooseTitle}</h2>
      <PostForm encType="multipart/form-data" noValidate className="panel-body grid gap-4 min-w-0">
        <SelectField
          name="subject"
          label={importPageMessages.subject}
          defaultValue="products"
          options={IMPORT_SUBJECTS.map((value) => ({ value, label: importPageMessages.subjects[value] }))}
        />
        <Field {...field}>
          <input
            {...controlProps(field)}
            name="import_file"
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
            className="input"
          />
        </Field>
        <p className="flex flex-wrap items-center gap-y-3 gap-x-5">
          <SendButton intent="upload" pendingLabel={importPageMessages.uploading}>
            {importPageMessages.upload}
          </SendButton>
          <a href={PRODUCTS_CSV_PATH} download className="link">
            {importPageMessages.exportProducts}
          </a>
          <a href={CATEGORIES_CSV_PATH} download className="link">
            {importPageMessages.exportCategories}
          </a>
        </p>
      </PostForm>
    </section>
  )
}

function RecentImports() {
  const { recent } = useLoaderData<typeof loader>()
  return (
    <ListPanel
      titleId="imports-title"
      title={importPageMessages.recentTitle}
      none={importPageMessages.noneYet}
      className="panel mt-4"
      rows={recent.map(
        ({ id, subject, file_name, created_at, imported_at, imported_by, undone_at, counts }) => ({
          key: id,
          to: importPath(id),
          label: file_name,
          middle: formatLondonDateTime(created_at),
          facts: [
            undone_at
              ? importPageMessages.undoneOn(formatLondonDateTime(undone_at))
              : imported_at
                ? importPageMessages.importedOn(formatLondonDateTime(imported_at), imported_by)
                : `${importPageMessages.notImported} ${importPageMessages.wouldChange(counts, subject)}.`,
          ],
        }),
      )}
    />
  )
}
