import { data, redirect } from 'react-router'
import { z } from 'zod'
import { listAllCategories } from '#features/catalogue/products/admin/admin-catalogue.server.ts'
import { messages } from '#shop/messages/messages.ts'
import { stockTakeMessages } from '#features/stock/stock-takes/stock-take-messages.ts'
import { listStockTakes, startStockTake } from '#features/stock/stock-takes/stock-takes.server.ts'
import { adminAction } from '#kit/admin/admin-action.server.ts'
import { adminLoader } from '#kit/admin/admin-loader.server.ts'
import { readForm } from '#kit/actions/read-form.server.ts'
import { refuseForm } from '#kit/actions/respond.server.ts'
import { startStockTakeRefused } from '#features/stock/stock-takes/stock-take-refusals.server.ts'
import { stockTakePath } from './stock-take-url.ts'

/** The ID makes a form sent twice one stock-take. */
export const loader = adminLoader(async ({ shop, admin }) => {
  const [takes, categories] = await Promise.all([listStockTakes(shop, admin), listAllCategories(shop, admin)])
  return data({
    takes,
    categories: categories.map(({ id, name }) => ({ id, name })),
    newId: crypto.randomUUID(),
  })
})

const startForm = z.object({ take_id: z.uuid(), scope: z.string().max(40) })

/** Status 400: invalid form, 422: nothing to count, 503: database failure. */
export const action = adminAction({
  handle: async ({ shop, admin, submitted }) => {
    const form = await readForm(submitted, startForm)
    if (!form.ok) return refuseForm(400, { message: messages.badRequest })
    const { take_id: id, scope } = form.value
    const started = await startStockTake(shop, admin, {
      id,
      scope: scope === 'all' || scope === 'products' ? scope : { category: scope },
    })
    return started.ok ? redirect(stockTakePath(id), 303) : startStockTakeRefused(started.refusal)
  },
  failure: 'a stock-take could not be started',
  answerFailure: () => refuseForm(503, { message: stockTakeMessages.failed }),
})
