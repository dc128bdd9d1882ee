import { importColumns, IMPORT_SUBJECTS } from '#features/catalogue/import/import-columns.ts'
import { importPageMessages } from '#features/catalogue/import/import-messages.ts'
import { CATEGORIES_TEMPLATE_PATH, PRODUCTS_TEMPLATE_PATH } from '#features/catalogue/import/import-paths.ts'

const TEMPLATE_PATHS = { products: PRODUCTS_TEMPLATE_PATH, categories: CATEGORIES_TEMPLATE_PATH } as const

/** Templates, and what each column accepts. */
export function ImportHelp() {
  return (
    <section className="panel mt-4" aria-labelledby="import-help-title">
      <h2 id="import-help-title">{importPageMessages.helpTitle}</h2>
      <div className="panel-body grid gap-4 min-w-0">
        <p className="minor">{importPageMessages.templateLead}</p>
        <p className="flex flex-wrap items-center gap-y-3 gap-x-5">
          {IMPORT_SUBJECTS.map((subject) => (
            <a key={subject} href={TEMPLATE_PATHS[subject]} download className="link">
              {importPageMessages.template[subject]}
            </a>
          ))}
        </p>
      </div>
      {IMPORT_SUBJECTS.map((subject) => (
        <details key={subject} className="import-columns">
          <summary>{importPageMessages.columnsOf[subject]}</summary>
          <p className="minor">{importPageMessages.columnsOfLead}</p>
          <dl className="import-column-list">
            {importColumns(subject).map(({ field, header, takes }) => (
              <div key={field}>
                <dt>{header}</dt>
                <dd>{takes}</dd>
              </div>
            ))}
          </dl>
        </details>
      ))}
    </section>
  )
}
