import { data, redirect } from 'react-router'
import { z } from 'zod'
import { MAX_BULK_EDIT_PRODUCTS } from '#features/catalogue/products/bulk-edit/bulk-edit-result.ts'
import { priceChangeMessages } from '#features/catalogue/price-changes/price-change-messages.ts'
import { parseSeenPrice, previewPrices } from '#features/catalogue/price-changes/price-change.ts'
import {
  changePrices,
  listPriceChanges,
  listPricedProducts,
  readPriceChange,
  undoPriceChange,
} from '#features/catalogue/price-changes/price-changes.server.ts'
import { priceRuleForm } from '#features/catalogue/price-changes/price-rule-form.ts'
import { messages } from '#shop/messages/messages.ts'
import { adminAction, type AdminForm } from '#kit/admin/admin-action.server.ts'
import { adminLoader } from '#kit/admin/admin-loader.server.ts'
import { pricesRefused, undoPricesRefused } from '#features/catalogue/price-changes/price-refusals.server.ts'
import { readForm } from '#kit/actions/read-form.server.ts'
import { refuseForm, type HandledAction } from '#kit/actions/respond.server.ts'
import { priceChangePath, readPriceTarget } from './price-change-url.ts'
import { readTerms } from './read-terms.server.ts'

const RULE_FIELDS = ['direction', 'unit', 'amount', 'rounding']

/** `change` opens one; `product` or `listed` choose products, and a rule shows the preview. The ID makes a form sent twice one change. */
export const loader = adminLoader(async ({ shop, admin, query }) => {
  const openedId = query.get('change')
  const opened = openedId === null ? null : await readPriceChange(shop, admin, openedId)
  if (openedId !== null && opened === null) throw data(null, { status: 404 })
  const target = opened ? null : readPriceTarget(query)
  const { values, terms: rule, errors } = readTerms(query, RULE_FIELDS, priceRuleForm)
  const chosen = target && (await listPricedProducts(shop, admin, target))
  const preview = rule && chosen?.ok ? previewPrices(chosen.value, rule) : null
  return data({
    opened,
    changes: opened || target ? [] : await listPriceChanges(shop, admin),
    target,
    products: chosen && (chosen.ok ? chosen.value.length : ('too-many' as const)),
    values,
    errors,
    preview,
    changeId: crypto.randomUUID(),
  })
})

const undoForm = z.object({ change_id: z.uuid() })
const changeForm = z.object({ change_id: z.uuid(), line: z.array(z.string()).max(MAX_BULK_EDIT_PRODUCTS) })

/** Status 400: invalid form, 404: unknown change, 409: changed meanwhile or undone already, 422: nothing ticked, 503: database failure. */
export const action = adminAction({
  handle: (form) => (form.intent === 'undo' ? handleUndo : handleChange)(form),
  failure: 'prices could not be changed',
  answerFailure: () => refuseForm(503, { message: priceChangeMessages.failed }),
})

type Handled = Promise<HandledAction | Response>
const invalidForm = refuseForm(400, { message: messages.badRequest })

async function handleUndo({ shop, admin, submitted }: AdminForm): Handled {
  const form = await readForm(submitted, undoForm)
  if (!form.ok) return invalidForm
  const undone = await undoPriceChange(shop, admin, form.value.change_id)
  return undone.ok
    ? redirect(priceChangePath(form.value.change_id, 'undone'), 303)
    : undoPricesRefused(undone.refusal)
}

async function handleChange({ shop, admin, submitted }: AdminForm): Handled {
  const [form, rule] = await Promise.all([
    readForm(submitted, changeForm, { lists: ['line'] }),
    readForm(submitted, priceRuleForm),
  ])
  if (!form.ok || !rule.ok) return invalidForm
  const seen = form.value.line.map(parseSeenPrice).filter((line) => line !== null)
  if (seen.length < form.value.line.length) return invalidForm
  if (seen.length === 0) return refuseForm(422, { message: priceChangeMessages.nothingTicked })
  const { change_id: id } = form.value
  const changed = await changePrices(shop, admin, { id, rule: rule.value, seen })
  return changed.ok ? redirect(priceChangePath(id, 'changed'), 303) : pricesRefused(changed.refusal)
}
