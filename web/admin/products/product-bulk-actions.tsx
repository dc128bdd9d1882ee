import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useFetcher } from 'react-router'
import type { ListSnapshot } from '#shop/catalogue/bulk-edit/bulk-edit-result.ts'
import type { CategoryName } from '#shop/catalogue/products/product.ts'
import { narrowToSelectAllMessage } from '#shop/catalogue/products/product-messages.ts'
import { formatCount } from '#shop/text/format-count.ts'
import { messages } from '#shop/messages/messages.ts'
import { FormUserIdInput } from '#web/forms/page-user.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import type { ClientActionResult } from '#web/admin/product-form/catalogue-action-result.ts'
import { ProductBulkResults } from './product-bulk-results.tsx'
import { productListPath, type ProductListView } from './product-list-url.ts'

export const BULK_ACTIONS_FORM_ID = 'chosen-products'
const BULK_ACTION_OPTIONS = [
  { value: '', label: 'Choose what to do' },
  { value: 'on', label: 'Make active' },
  { value: 'off', label: 'Make inactive' },
  { value: 'category', label: 'Change category' },
  { value: 'badge', label: 'Set badge' },
  { value: 'no-badge', label: messages.removeBadge },
]

type ProductBulkActionsProps = {
  /** Rows on this page, and products on all pages of this list. */
  count: number
  total: number
  /** What the whole list was as this page shows it. */
  wholeList: ListSnapshot | null
  view: ProductListView
  categories: readonly CategoryName[]
  serverResult: ClientActionResult | undefined
  /** Told whether any row is ticked. */
  onSelectionChange: (hasSelection: boolean) => void
}

const rowCheckboxes = () => [...document.querySelectorAll<HTMLInputElement>(`input[form=${BULK_ACTIONS_FORM_ID}][name=product_id]`)]

/** Does one thing to all rows chosen on this page, or to the whole list, with a result for each. */
export function ProductBulkActions({ count, total, wholeList: shown, view, categories, serverResult, onSelectionChange }: ProductBulkActionsProps) {
  const fetcher = useFetcher<ClientActionResult>({ key: BULK_ACTIONS_FORM_ID })
  const all = useRef<HTMLInputElement>(null)
  const [selectedCount, setSelectedCount] = useState(0)
  const path = productListPath({ ...view, page: 1 })
  /** The list that was chosen as a whole, as it was then. */
  const [wholeList, setWholeList] = useState<(ListSnapshot & { path: string }) | null>(null)
  const isWholeListSelected = wholeList?.path === path && selectedCount === count
  const [formToConfirm, setFormToConfirm] = useState<FormData | null>(null)
  useEffect(() => {
    const updateSelection = () => {
      const tickedCount = rowCheckboxes().filter((box) => box.checked).length
      setSelectedCount(tickedCount)
      onSelectionChange(tickedCount > 0)
      if (tickedCount < rowCheckboxes().length) setWholeList(null)
      if (!all.current) return
      all.current.checked = tickedCount > 0 && tickedCount === rowCheckboxes().length
      all.current.indeterminate = tickedCount > 0 && tickedCount < rowCheckboxes().length
    }
    updateSelection()
    document.addEventListener('change', updateSelection)
    return () => document.removeEventListener('change', updateSelection)
  })
  const selectAllRows = (isChosen: boolean) => {
    for (const box of rowCheckboxes()) box.checked = isChosen
  }
  const send = (form: FormData) => {
    setFormToConfirm(null)
    setWholeList(null)
    void fetcher.submit(form, { method: 'post', action: productListPath(view), preventScrollReset: true })
  }
  // What reaches rows that nobody sees is asked once more; what does not say yet what to do is refused as it stands.
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget)
    if (!isWholeListSelected || describeBulkAction(form, categories) === null) return
    event.preventDefault()
    form.delete('product_id')
    form.set('all_of', String(wholeList.total))
    form.set('all_mark', wholeList.mark)
    setFormToConfirm(form)
  }
  const actionResult = fetcher.data ?? serverResult
  // Once nothing is chosen, the button that was pressed is gone from sight.
  useEffect(() => {
    if (selectedCount === 0 && all.current?.form?.contains(document.activeElement)) all.current.focus()
  }, [selectedCount])
  return (
    <>
      {count > 0 && (
        <fetcher.Form
          id={BULK_ACTIONS_FORM_ID}
          method="post"
          action={productListPath(view)}
          preventScrollReset
          onSubmit={handleSubmit}
          className="chosen-bar"
          data-any={selectedCount > 0 || undefined}
        >
          <FormUserIdInput />
          <input type="hidden" name="intent" value="chosen" />
          <div className="choice needs-script">
            <input ref={all} type="checkbox" id="choose-all" onChange={(event) => selectAllRows(event.target.checked)} />
            <label htmlFor="choose-all">
              All {count} on this page
              <span className="minor" aria-live="polite">
                {isWholeListSelected ? `All ${formatCount(wholeList.total)} of this list chosen` : selectedCount === 0 ? 'None chosen' : `${selectedCount} chosen`}
              </span>
            </label>
            {selectedCount === count && total > count && (
              <SelectWholeList seen={shown} isChosen={isWholeListSelected} onChoose={(isChosen) => setWholeList(isChosen && shown ? { ...shown, path } : null)} />
            )}
          </div>
          {/* Together on one line, so that the button never stands alone on the next. */}
          <div className="chosen-what">
            <SelectField label="With those chosen" name="what" options={BULK_ACTION_OPTIONS} />
            <SelectField
              label="New category"
              name="category_id"
              id="chosen-category"
              className="for-category"
              options={[{ value: '', label: 'Choose a category' }, ...categories.map(({ id, name }) => ({ value: id, label: name }))]}
            />
            <TextField label="New badge" name="badge" id="chosen-badge" className="for-badge" maxLength={40} autoComplete="off" />
            <Button type="submit" variant="outline" pending={fetcher.state !== 'idle'} pendingLabel="Changing...">
              Apply
            </Button>
          </div>
        </fetcher.Form>
      )}
      <ConfirmBulkAction form={formToConfirm} categories={categories} onSend={send} onClose={() => setFormToConfirm(null)} />
      {actionResult?.about === 'chosen' && fetcher.state !== 'submitting' && <ProductBulkResults actionResult={actionResult} />}
    </>
  )
}

type SelectWholeListProps = { seen: ListSnapshot | null; isChosen: boolean; onChoose: (isChosen: boolean) => void }

/** From the rows in view to the whole list, and back. */
function SelectWholeList({ seen, isChosen, onChoose }: SelectWholeListProps) {
  if (!seen) {
    return <span className="minor">{narrowToSelectAllMessage}</span>
  }
  return (
    <Button variant="quiet" size="small" onClick={() => onChoose(!isChosen)}>
      {isChosen ? 'Only those on this page' : `Choose all ${formatCount(seen.total)} of this list`}
    </Button>
  )
}

type ConfirmBulkActionProps = {
  form: FormData | null
  categories: readonly CategoryName[]
  onSend: (form: FormData) => void
  onClose: () => void
}

function ConfirmBulkAction({ form, categories, onSend, onClose }: ConfirmBulkActionProps) {
  const count = formatCount(Number(form?.get('all_of') ?? 0))
  return (
    <Dialog
      open={form !== null}
      onClose={onClose}
      title={`Change all ${count} products?`}
      initialFocus="title"
      footer={
        <div className="dialog-buttons">
          <Button variant="quiet" onClick={onClose}>
            Leave them
          </Button>
          <Button onClick={() => form && onSend(form)}>Change all {count}</Button>
        </div>
      }
    >
      <p>{form && describeBulkAction(form, categories)} Those on the other pages of this list are among them.</p>
    </Dialog>
  )
}

/** Null where it is not said yet. */
function describeBulkAction(form: FormData, categories: readonly CategoryName[]): string | null {
  const badge = String(form.get('badge') ?? '').trim()
  const category = categories.find(({ id }) => id === form.get('category_id'))
  switch (form.get('what')) {
    case 'on':
      return 'They go on sale.'
    case 'off':
      return 'Shoppers can no longer see or buy them.'
    case 'badge':
      return badge ? `Each gets the badge ‘${badge}’ in the place of its own.` : null
    case 'no-badge':
      return 'Each loses its badge.'
    case 'category':
      return category ? `They move to ${category.name}.` : null
    default:
      return null
  }
}
