import { useState } from 'react'
import { useLoaderData, useNavigation } from 'react-router'
import { formatLondonDate } from '#shop/dates/dates.ts'
import { stockTakeMessages } from '#features/stock/stock-takes/stock-take-messages.ts'
import { ListPanel } from '#kit/admin/list/list-panel.tsx'
import { useLiveData } from '#features/settings/admin/live-settings.tsx'
import { PRODUCTS_LINK } from '#features/catalogue/products/list/admin/product-list-url.ts'
import { adminHead } from '#kit/admin/screen/admin-head.ts'
import { ScreenHead } from '#kit/admin/screen/screen-head.tsx'
import { useFormFailure } from '#kit/actions/action-result.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { Button } from '#kit/form/button.tsx'
import { ErrorSummary } from '#kit/form/error-summary.tsx'
import { SelectField } from '#kit/form/select-field.tsx'
import { stockTakePath } from './stock-take-url.ts'
import type { loader } from './stock-takes-page.server.ts'

export const head = adminHead(stockTakeMessages.listTitle)

export const failureMessage = () => stockTakeMessages.failed

export default function StockTakesPage() {
  const { takes, categories, newId } = useLoaderData<typeof loader>()
  // Kept when data are reloaded, so that a form sent twice starts one stock-take.
  const [firstId] = useState(newId)
  const failure = useFormFailure()
  const isBusy = useNavigation().state !== 'idle'
  useLiveData()
  return (
    <>
      <ScreenHead
        back={PRODUCTS_LINK}
        title={stockTakeMessages.listTitle}
        lead={stockTakeMessages.listLead}
      />
      {failure && <ErrorSummary errors={failure.errors} message={failure.message} />}
      <section className="panel" aria-labelledby="start-title">
        <h2 id="start-title">{stockTakeMessages.startTitle}</h2>
        <PostForm className="panel-body search-line">
          <input type="hidden" name="take_id" value={firstId} />
          <SelectField
            name="scope"
            label={stockTakeMessages.scope}
            hint={stockTakeMessages.scopeHint}
            error={failure?.errors['scope']}
            options={[
              { value: 'all', label: stockTakeMessages.scopeAll },
              { value: 'products', label: stockTakeMessages.scopeProducts },
              ...categories.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          <Button type="submit" pending={isBusy}>
            {stockTakeMessages.start}
          </Button>
        </PostForm>
      </section>
      <ListPanel
        title={stockTakeMessages.listTitle}
        none={stockTakeMessages.none}
        className="panel mt-4"
        rows={takes.map(({ id, title, created_at, applied_at, by, lines, counted, differences }) => ({
          key: id,
          to: stockTakePath(id),
          label: `${formatLondonDate(applied_at ?? created_at)}, ${title}`,
          middle: applied_at === null && stockTakeMessages.notApplied,
          facts: [stockTakeMessages.progress(counted, lines), stockTakeMessages.differences(differences), by],
        }))}
      />
    </>
  )
}
