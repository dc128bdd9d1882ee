import { data } from 'react-router'
import { stockTakeMessages } from '#features/stock/stock-takes/stock-take-messages.ts'
import { readStockTake } from '#features/stock/stock-takes/stock-takes.server.ts'
import { refuseForm } from '#kit/actions/respond.server.ts'
import { adminAction } from '#kit/admin/admin-action.server.ts'
import { adminLoader } from '#kit/admin/admin-loader.server.ts'
import { handleStockTake } from './stock-take-form.server.ts'
import type { StockTakeResult } from './stock-take-result.ts'

/** Without `take`, redirects to the list. */
export const loader = adminLoader(async ({ shop, admin, query }) => {
  const id = query.get('take')
  if (id === null) return data({ take: null })
  const take = await readStockTake(shop, admin, id)
  if (!take) throw data(null, { status: 404 })
  return data({ take })
})

export const action = adminAction<StockTakeResult>({
  handle: handleStockTake,
  failure: 'a stock-take could not be saved',
  answerFailure: () => refuseForm(503, { message: stockTakeMessages.failed }),
})
