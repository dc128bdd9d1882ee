import { redirect } from 'react-router'
import { z } from 'zod'
import { messages } from '#shop/messages/messages.ts'
import { requirePermission } from '#shop/permissions.ts'
import { searchProductsToStock } from '#features/catalogue/products/admin/stock-product-search.server.ts'
import {
  deleteStockTake,
  readStockTake,
  saveStockTake,
  type StockTakeStep,
} from '#features/stock/stock-takes/stock-takes.server.ts'
import { rowIdNumber, typedNumber, versionField } from '#shop/text/number-fields.ts'
import { stripNul } from '#shop/text/strip-nul.ts'
import { collapseWhiteSpace } from '#shop/text/white-space.ts'
import type { AdminForm } from '#kit/admin/admin-action.server.ts'
import { readForm } from '#kit/actions/read-form.server.ts'
import { withFields, type HandledAction } from '#kit/actions/respond.server.ts'
import {
  deleteStockTakeRefused,
  stockTakeRefused,
} from '#features/stock/stock-takes/stock-take-refusals.server.ts'
import { STOCK_TAKES_PATH, stockTakePath } from './stock-take-url.ts'
import type { StockTakeResult } from './stock-take-result.ts'

type Answer = HandledAction<StockTakeResult>

const text = z
  .string()
  .max(500)
  .default('')
  .transform((entry) => stripNul(entry))
const stockTakeSchema = z
  .object({
    intent: z.string().default(''),
    take_id: z.uuid(),
    version: versionField,
    reason: text,
    product_search: text.transform(collapseWhiteSpace),
    add: z.string().optional(),
    recount: typedNumber(rowIdNumber).optional(),
  })
  .catchall(z.string())
type SubmittedStockTake = z.output<typeof stockTakeSchema>

/** Status 400: invalid form, 404: deleted, 409: conflict, 422: invalid counts, 503: database failure. */
export async function handleStockTake({ shop, admin, submitted }: AdminForm): Promise<Answer | Response> {
  requirePermission(admin, 'stock.adjust')
  const read = await readForm(submitted, stockTakeSchema)
  if (!read.ok) return { actionResult: { kind: 'failed', message: messages.badRequest }, status: 400 }
  const form = read.value
  const { intent, take_id: id, version, reason, product_search: search } = form
  const typed = countFields(form)
  if (form.add === undefined && (intent === 'find-products' || intent === 'find-products-live')) {
    const found = await searchProductsToStock(shop, admin, search)
    return { actionResult: { kind: 'done', version, typed, found }, status: 200 }
  }
  if (intent === 'delete') {
    const deleted = await deleteStockTake(shop, admin, { id, version })
    return deleted.ok
      ? redirect(STOCK_TAKES_PATH, 303)
      : withFields(deleteStockTakeRefused(deleted.refusal), { version, typed })
  }
  const saved = await saveStockTake(shop, admin, { id, version, reason, typed }, stepOf(form))
  if (saved.ok && intent === 'apply') return redirect(stockTakePath(id, 'applied'), 303)
  if (saved.ok && intent !== 'save-live') return redirect(stockTakePath(id, 'saved'), 303)
  // Read even after a refusal, because the other counts are saved.
  const take = intent === 'save-live' ? await readStockTake(shop, admin, id) : null
  const fields = { version: saved.version, typed, ...(take && { lines: take.lines }) }
  if (!saved.ok) return withFields(stockTakeRefused(saved.refusal), fields)
  return { actionResult: { kind: 'done', ...fields }, status: 200 }
}

function stepOf({ add, recount, intent }: SubmittedStockTake): StockTakeStep {
  if (add !== undefined) return { kind: 'add', productId: add }
  if (recount !== undefined) return { kind: 'recount', line: recount }
  return { kind: intent === 'apply' ? 'apply' : 'save' }
}

const countFields = (form: SubmittedStockTake): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) =>
      name.startsWith('counted-') && typeof value === 'string' ? [[name, stripNul(value).slice(0, 20)]] : [],
    ),
  )
