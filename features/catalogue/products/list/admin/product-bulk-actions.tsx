import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useFetcher, useNavigate } from 'react-router'
import { bulkVatRateMessages } from '#features/catalogue/products/bulk-edit/bulk-edit-messages.ts'
import type { ListSnapshot } from '#features/catalogue/products/bulk-edit/bulk-edit-result.ts'
import { parseVatRate, VAT_RATE_LABELS, VAT_RATES } from '#features/catalogue/product-form/vat-rates.ts'
import type { CategoryName } from '#features/catalogue/products/product.ts'
import { narrowToSelectAllMessage } from '#features/catalogue/products/product-messages.ts'
import { formatCount } from '#shop/text/format-count.ts'
import { messages } from '#shop/messages/messages.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { Button } from '#kit/form/button.tsx'
import { Dialog } from '#kit/dialog/dialog.tsx'
import { SelectField } from '#kit/form/select-field.tsx'
import { TextField } from '#kit/form/text-field.tsx'
import type { CatalogueActionResult } from '#features/catalogue/product-form/admin/catalogue-action-result.ts'
import { ProductBulkResults } from './product-bulk-results.tsx'
import { offerMessages } from '#features/catalogue/offers/offer-messages.ts'
import { listedOfferPath } from '#features/catalogue/offers/admin/offer-url.ts'
import { listedPricesPath } from '#features/catalogue/price-changes/admin/price-change-url.ts'
import { productListPath, type ProductListView } from './product-list-url.ts'

export const BULK_ACTIONS_FORM_ID = 'chosen-products'
const NO_ACTION = { value: '', label: 'Choose what to do' }
const BULK_ACTION_OPTIONS = [
  NO_ACTION,
  { value: 'on', label: 'Make active' },
  { value: 'off', label: 'Make inactive' },
  { value: 'prices', label: 'Change prices' },
  { value: 'offer', label: offerMessages.bulkAction },
  { value: 'category', label: 'Change category' },
  { value: 'badge', label: 'Set badge' },
  { value: 'no-badge', label: messages.removeBadge },
  { value: 'vat-rate', label: bulkVatRateMessages.action },
  { value: 'archive', label: 'Archive' },
]
const VAT_RATE_OPTIONS = [
  { value: '', label: bulkVatRateMessages.none },
  ...VAT_RATES.map((rate) => ({ value: String(rate), label: VAT_RATE_LABELS[rate] })),
]
/** Pages with their own preview. */
const LISTED_PATHS: Readonly<Record<string, (view: ProductListView) => string>> = {
  prices: listedPricesPath,
  offer: listedOfferPath,
}
const ARCHIVED_ACTION_OPTIONS = [NO_ACTION, { value: 'bring-back', label: 'Bring back' }]

type ProductBulkActionsProps = {
  count: number
  total: number
  wholeList: ListSnapshot | null
  view: ProductListView
  categories: readonly CategoryName[]
  serverResult: CatalogueActionResult | undefined
  onSelectionChange: (hasSelection: boolean) => void
}

const rowCheckboxes = () => [
  ...document.querySelectorAll<HTMLInputElement>(`input[form=${BULK_ACTIONS_FORM_ID}][name=product_id]`),
]

export function ProductBulkActions({
  count,
  total,
  wholeList: shownList,
  view,
  categories,
  serverResult,
  onSelectionChange,
}: ProductBulkActionsProps) {
  const fetcher = useFetcher<CatalogueActionResult>({ key: BULK_ACTIONS_FORM_ID })
  const navigate = useNavigate()
  const selectAllBox = useRef<HTMLInputElement>(null)
  const [selectedCount, setSelectedCount] = useState(0)
  const path = productListPath({ ...view, page: 1 })
  const [wholeList, setWholeList] = useState<(ListSnapshot & { path: string }) | null>(null)
  const isWholeListSelected = wholeList?.path === path && selectedCount === count
  const [formToConfirm, setFormToConfirm] = useState<FormData | null>(null)
  useEffect(() => {
    const updateSelection = () => {
      const checkedCount = rowCheckboxes().filter((box) => box.checked).length
      setSelectedCount(checkedCount)
      onSelectionChange(checkedCount > 0)
      if (checkedCount < rowCheckboxes().length) setWholeList(null)
      if (!selectAllBox.current) return
      selectAllBox.current.checked = checkedCount > 0 && checkedCount === rowCheckboxes().length
      selectAllBox.current.indeterminate = checkedCount > 0 && checkedCount < rowCheckboxes().length
    }
    updateSelection()
    document.addEventListener('change', updateSelection)
    return () => document.removeEventListener('change', updateSelection)
  })
  const selectAllRows = (isSelected: boolean) => {
    for (const box of rowCheckboxes()) box.checked = isSelected
  }
  const send = (form: FormData) => {
    setFormToConfirm(null)
    setWholeList(null)
    void fetcher.submit(form, { method: 'post', action: productListPath(view), preventScrollReset: true })
  }
  // Changes to rows on other pages need a confirmation; an incomplete action is refused first.
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget)
    const listedPath = isWholeListSelected && LISTED_PATHS[String(form.get('what'))]
    if (listedPath) {
      event.preventDefault()
      void navigate(listedPath(view))
      return
    }
    if (!isWholeListSelected || describeBulkAction(form, categories) === null) return
    event.preventDefault()
    form.delete('product_id')
    form.set('all_of', String(wholeList.total))
    form.set('all_mark', wholeList.mark)
    setFormToConfirm(form)
  }
  const actionResult = fetcher.data ?? (serverResult?.about === 'chosen' ? serverResult : undefined)
  // The clicked button is hidden once nothing is selected.
  useEffect(() => {
    if (selectedCount === 0 && selectAllBox.current?.form?.contains(document.activeElement))
      selectAllBox.current.focus()
  }, [selectedCount])
  return (
    <>
      {count > 0 && (
        <PostForm
          by={fetcher.Form}
          id={BULK_ACTIONS_FORM_ID}
          action={productListPath(view)}
          preventScrollReset
          data-no-entries
          onSubmit={handleSubmit}
          className="chosen-bar"
          data-any={selectedCount > 0 || undefined}
        >
          <input type="hidden" name="intent" value="chosen" />
          <div className="choice needs-script">
            <input
              ref={selectAllBox}
              type="checkbox"
              id="choose-all"
              onChange={(event) => selectAllRows(event.target.checked)}
            />
            <label htmlFor="choose-all">
              <span>{count === 1 ? 'The one on this page' : `All ${count} on this page`}</span>
              <span className="minor" aria-live="polite">
                {isWholeListSelected
                  ? `All ${formatCount(wholeList.total)} of this list chosen`
                  : selectedCount === 0
                    ? 'None chosen'
                    : `${selectedCount} chosen`}
              </span>
            </label>
            {selectedCount === count && total > count && (
              <SelectWholeList
                shownList={shownList}
                isSelected={isWholeListSelected}
                onSelect={(isSelected) =>
                  setWholeList(isSelected && shownList ? { ...shownList, path } : null)
                }
              />
            )}
          </div>
          <div className="chosen-what">
            <SelectField
              label="With those chosen"
              name="what"
              options={view.show === 'archived' ? ARCHIVED_ACTION_OPTIONS : BULK_ACTION_OPTIONS}
            />
            <SelectField
              label="New category"
              name="category_id"
              id="chosen-category"
              className="for-category"
              options={[
                { value: '', label: 'Choose a category' },
                ...categories.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
            <TextField
              label="New badge"
              name="badge"
              id="chosen-badge"
              className="for-badge"
              maxLength={40}
              autoComplete="off"
            />
            <SelectField
              label={bulkVatRateMessages.label}
              name="vat_rate"
              id="chosen-vat-rate"
              className="for-vat-rate"
              options={VAT_RATE_OPTIONS}
            />
            <Button
              type="submit"
              variant="outline"
              pending={fetcher.state !== 'idle'}
              pendingLabel="Changing..."
            >
              Apply
            </Button>
          </div>
        </PostForm>
      )}
      <ConfirmBulkAction
        form={formToConfirm}
        categories={categories}
        onSend={send}
        onClose={() => setFormToConfirm(null)}
      />
      {actionResult && fetcher.state !== 'submitting' && (
        <ProductBulkResults actionResult={actionResult} Form={fetcher.Form} action={productListPath(view)} />
      )}
    </>
  )
}

type SelectWholeListProps = {
  shownList: ListSnapshot | null
  isSelected: boolean
  onSelect: (isSelected: boolean) => void
}

function SelectWholeList({ shownList, isSelected, onSelect }: SelectWholeListProps) {
  if (!shownList) {
    return <span className="minor">{narrowToSelectAllMessage}</span>
  }
  return (
    <Button variant="quiet" size="small" onClick={() => onSelect(!isSelected)}>
      {isSelected ? 'Only those on this page' : `Choose all ${formatCount(shownList.total)} of this list`}
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
        <div className="flex flex-wrap items-center justify-end gap-2">
          <Button variant="quiet" onClick={onClose}>
            Leave them
          </Button>
          <Button onClick={() => form && onSend(form)}>{`Change all ${count}`}</Button>
        </div>
      }
    >
      <p>
        {`${(form && describeBulkAction(form, categories)) ?? ''} Those on the other pages of this list are among them.`}
      </p>
    </Dialog>
  )
}

function describeBulkAction(form: FormData, categories: readonly CategoryName[]): string | null {
  const badge = String(form.get('badge') ?? '').trim()
  const category = categories.find(({ id }) => id === form.get('category_id'))
  const vatRate = parseVatRate(String(form.get('vat_rate') ?? ''))
  switch (form.get('what')) {
    case 'on':
      return 'They go on sale.'
    case 'off':
      return 'Shoppers can no longer see or buy them.'
    case 'archive':
      return 'They go off sale and leave the list of products; Archived shows them.'
    case 'bring-back':
      return 'They come back to the list of products, inactive.'
    case 'badge':
      return badge ? `Each gets the badge ‘${badge}’ in the place of its own.` : null
    case 'no-badge':
      return 'Each loses its badge.'
    case 'category':
      return category ? `They move to ${category.name}.` : null
    case 'vat-rate':
      return vatRate === null ? null : bulkVatRateMessages.effect(vatRate)
    default:
      return null
  }
}
