import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { readStockTake } from '#shop/stock/stock-takes/stock-takes.server.ts'
import { respond } from '#web/forms/respond.server.ts'
import { shopContext } from '#web/http/request-contexts.ts'
import { requireAdmin } from '#web/http/route-guards.server.ts'
import { handleStockTake } from './stock-take-form.server.ts'
import type { StockTakeResult } from './stock-take-result.ts'
import { STOCK_TAKES_PATH, stockTakePath } from './stock-take-url.ts'

/** Without `take` the page leads to the list. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const admin = requireAdmin(context, request)
  const id = new URL(request.url).searchParams.get('take')
  if (id === null) return data({ take: null })
  const take = await readStockTake(context.get(shopContext), admin, id)
  if (!take) throw data(null, { status: 404 })
  return data({ take })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const admin = requireAdmin(context, request)
  const handled = await handleStockTake(context.get(shopContext), admin, await request.formData())
  if ('saved' in handled) return redirect(stockTakePath(handled.saved, 'saved'), 303)
  if ('applied' in handled) return redirect(stockTakePath(handled.applied, 'applied'), 303)
  if ('deleted' in handled) return redirect(STOCK_TAKES_PATH, 303)
  return respond<StockTakeResult>(context, handled)
}
