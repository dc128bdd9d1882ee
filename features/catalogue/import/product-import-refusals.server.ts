import { importFileMessages, importPageMessages } from './import-messages.ts'
import type { applyImport, checkAgain, checkFile, undoImport } from './product-imports.server.ts'
import { refusalAnswers, type RefusalOf } from '#kit/actions/refusal-table.server.ts'
import { refuseForm } from '#kit/actions/respond.server.ts'

const atFile = (message: string, status = 422) => refuseForm(status, { errors: { import_file: message } })
const notFound = refuseForm(404, { message: importPageMessages.notFound })
const alreadyImported = refuseForm(409, { message: importPageMessages.alreadyImported })
const changedMeanwhile = refuseForm(409, { message: importPageMessages.changedMeanwhile })

export const importFileRefused = refusalAnswers<RefusalOf<typeof checkFile | typeof checkAgain>>({
  'file-missing': atFile(importFileMessages.none),
  'file-too-large': atFile(importFileMessages.tooLarge, 413),
  empty: atFile(importFileMessages.empty),
  workbook: atFile(importFileMessages.workbook),
  'not-text': atFile(importFileMessages.notText),
  'no-lines': atFile(importFileMessages.noLines),
  'too-many-lines': atFile(importFileMessages.tooManyLines),
  'too-many-columns': atFile(importFileMessages.tooManyColumns),
  'quote-not-closed': ({ line }) => atFile(importFileMessages.quoteNotClosed(line)),
  'line-too-long': ({ line }) => atFile(importFileMessages.lineTooLong(line)),
  'not-found': notFound,
  'already-imported': alreadyImported,
  'changed-meanwhile': changedMeanwhile,
})

export const importRefused = refusalAnswers<RefusalOf<typeof applyImport>>({
  'not-found': notFound,
  'already-imported': alreadyImported,
  'changed-meanwhile': changedMeanwhile,
  busy: refuseForm(409, { message: importPageMessages.busy }),
  'columns-differ': refuseForm(409, { message: importPageMessages.columnsDiffer }),
  confirm: refuseForm(422, { errors: { confirmed: importPageMessages.confirmationMissing } }),
  'lines-faulty': refuseForm(422, { message: importPageMessages.linesFaulty }),
  'nothing-to-import': refuseForm(422, { message: importPageMessages.nothingToImport }),
  'reason-missing': refuseForm(422, { errors: { reason: importPageMessages.reasonMissing } }),
  'products-changed': ({ lines }) => refuseForm(409, { message: importPageMessages.productsChanged(lines) }),
})

export const importUndoRefused = refusalAnswers<RefusalOf<typeof undoImport>>({
  'not-found': notFound,
  'not-imported': notFound,
  'already-undone': refuseForm(409, { message: importPageMessages.alreadyUndone }),
  'too-late': refuseForm(409, { message: importPageMessages.undoOver }),
})
