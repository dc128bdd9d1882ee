import { stockTakeMessages } from './stock-take-messages.ts'
import type { deleteStockTake, saveStockTake, startStockTake } from './stock-takes.server.ts'
import { refusalAnswers, type RefusalOf } from '#kit/actions/refusal-table.server.ts'
import { refuseForm } from '#kit/actions/respond.server.ts'

export const startStockTakeRefused = refusalAnswers<RefusalOf<typeof startStockTake>>({
  'not-found': refuseForm(404, { message: stockTakeMessages.notFound }),
  'scope-invalid': refuseForm(422, { errors: { scope: stockTakeMessages.scopeInvalid } }),
  'too-many': refuseForm(422, { errors: { scope: stockTakeMessages.tooMany } }),
})

export const stockTakeRefused = refusalAnswers<RefusalOf<typeof saveStockTake>>({
  'not-found': refuseForm(404, { message: stockTakeMessages.notFound }),
  'already-applied': refuseForm(409, { message: stockTakeMessages.alreadyApplied }),
  'changed-meanwhile': refuseForm(409, { message: stockTakeMessages.changedMeanwhile }),
  'reason-missing': refuseForm(422, { errors: { reason: stockTakeMessages.reasonMissing } }),
  'nothing-counted': refuseForm(422, { message: stockTakeMessages.nothingCounted }),
  'counts-invalid': refuseForm(422, { message: stockTakeMessages.failed }),
  'too-many': refuseForm(422, { errors: { product_search: stockTakeMessages.tooMany } }),
  'fields-invalid': ({ fields }) =>
    refuseForm(422, { message: stockTakeMessages.countsAreKept, errors: fields }),
  'counts-refused': ({ products }) =>
    refuseForm(409, {
      message: products
        .map(({ name, problem, missing }) =>
          problem === 'below-zero'
            ? stockTakeMessages.belowZero(name, missing)
            : stockTakeMessages.tooManyPieces(name),
        )
        .join(' '),
    }),
})

export const deleteStockTakeRefused = refusalAnswers<RefusalOf<typeof deleteStockTake>>({
  'not-found': refuseForm(404, { message: stockTakeMessages.notFound }),
  'changed-meanwhile': refuseForm(409, { message: stockTakeMessages.changedMeanwhile }),
})
