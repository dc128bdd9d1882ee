import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useFetcher } from 'react-router'
import type { SeenList } from '#shop/catalogue/bulk-edit/bulk-edit-result.ts'
import type { CategoryName } from '#shop/catalogue/products/product.ts'
import { narrowToChooseAll } from '#shop/catalogue/products/product-messages.ts'
import { figure } from '#shop/text/format-count.ts'
import { messages } from '#shop/messages/messages.ts'
import { FormOwner } from '#web/forms/page-user.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import type { AnyAnswer } from '#web/admin/product-form/catalogue-action-result.ts'
import { ChosenResults } from './product-bulk-results.tsx'
import { productListPath, type ProductListView } from './product-list-url.ts'

export const CHOSEN_FORM_ID = 'chosen-products'
const WHAT = [
  { value: '', label: 'Choose what to do' },
  { value: 'on', label: 'Make active' },
  { value: 'off', label: 'Make inactive' },
  { value: 'category', label: 'Change category' },
  { value: 'badge', label: 'Set badge' },
  { value: 'no-badge', label: messages.removeBadge },
]

type ChosenProductsProps = {
  /** Rows on this page, and products on all pages of this list. */
  count: number
  total: number
  /** What the whole list was as this page shows it. */
  whole: SeenList | null
  view: ProductListView
  categories: readonly CategoryName[]
  rendered: AnyAnswer | undefined
  /** Told whether any row is ticked. */
  onTicked: (hasTicked: boolean) => void
}

const boxes = () => [...document.querySelectorAll<HTMLInputElement>(`input[form=${CHOSEN_FORM_ID}][name=product_id]`)]

/** Does one thing to all rows chosen on this page, or to the whole list, with a result for each. */
export function ChosenProducts({ count, total, whole: shown, view, categories, rendered, onTicked }: ChosenProductsProps) {
  const fetcher = useFetcher<AnyAnswer>({ key: CHOSEN_FORM_ID })
  const all = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState(0)
  const path = productListPath({ ...view, page: 1 })
  /** The list that was chosen as a whole, as it was then. */
  const [whole, setWhole] = useState<(SeenList & { path: string }) | null>(null)
  const isWhole = whole?.path === path && chosen === count
  const [asked, setAsked] = useState<FormData | null>(null)
  useEffect(() => {
    const recount = () => {
      const ticked = boxes().filter((box) => box.checked).length
      setChosen(ticked)
      onTicked(ticked > 0)
      if (ticked < boxes().length) setWhole(null)
      if (!all.current) return
      all.current.checked = ticked > 0 && ticked === boxes().length
      all.current.indeterminate = ticked > 0 && ticked < boxes().length
    }
    recount()
    document.addEventListener('change', recount)
    return () => document.removeEventListener('change', recount)
  })
  const chooseAll = (isChosen: boolean) => {
    for (const box of boxes()) box.checked = isChosen
  }
  const send = (form: FormData) => {
    setAsked(null)
    setWhole(null)
    void fetcher.submit(form, { method: 'post', action: productListPath(view), preventScrollReset: true })
  }
  // What reaches rows that nobody sees is asked once more; what does not say yet what to do is refused as it stands.
  const ask = (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget)
    if (!isWhole || whatIsDone(form, categories) === null) return
    event.preventDefault()
    form.delete('product_id')
    form.set('all_of', String(whole.total))
    form.set('all_mark', whole.mark)
    setAsked(form)
  }
  const answer = fetcher.data ?? rendered
  // Once nothing is chosen, the button that was pressed is gone from sight.
  useEffect(() => {
    if (chosen === 0 && all.current?.form?.contains(document.activeElement)) all.current.focus()
  }, [chosen])
  return (
    <>
      {count > 0 && (
        <fetcher.Form
          id={CHOSEN_FORM_ID}
          method="post"
          action={productListPath(view)}
          preventScrollReset
          onSubmit={ask}
          className="chosen-bar"
          data-any={chosen > 0 || undefined}
        >
          <FormOwner />
          <input type="hidden" name="intent" value="chosen" />
          <div className="choice needs-script">
            <input ref={all} type="checkbox" id="choose-all" onChange={(event) => chooseAll(event.target.checked)} />
            <label htmlFor="choose-all">
              All {count} on this page
              <span className="minor" aria-live="polite">
                {isWhole ? `All ${figure(whole.total)} of this list chosen` : chosen === 0 ? 'None chosen' : `${chosen} chosen`}
              </span>
            </label>
            {chosen === count && total > count && (
              <WholeList seen={shown} isChosen={isWhole} onChoose={(isChosen) => setWhole(isChosen && shown ? { ...shown, path } : null)} />
            )}
          </div>
          {/* Together on one line, so that the button never stands alone on the next. */}
          <div className="chosen-what">
            <SelectField label="With those chosen" name="what" options={WHAT} />
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
      <AskForAll form={asked} categories={categories} onSend={send} onClose={() => setAsked(null)} />
      {answer?.about === 'chosen' && fetcher.state !== 'submitting' && <ChosenResults answer={answer} />}
    </>
  )
}

type WholeListProps = { seen: SeenList | null; isChosen: boolean; onChoose: (isChosen: boolean) => void }

/** From the rows in view to the whole list, and back. */
function WholeList({ seen, isChosen, onChoose }: WholeListProps) {
  if (!seen) {
    return <span className="minor">{narrowToChooseAll}</span>
  }
  return (
    <Button variant="quiet" size="small" onClick={() => onChoose(!isChosen)}>
      {isChosen ? 'Only those on this page' : `Choose all ${figure(seen.total)} of this list`}
    </Button>
  )
}

type AskForAllProps = {
  form: FormData | null
  categories: readonly CategoryName[]
  onSend: (form: FormData) => void
  onClose: () => void
}

function AskForAll({ form, categories, onSend, onClose }: AskForAllProps) {
  const count = figure(Number(form?.get('all_of') ?? 0))
  return (
    <Dialog
      open={form !== null}
      onClose={onClose}
      title={`Change all ${count} products?`}
      startsAt="title"
      footer={
        <div className="dialog-buttons">
          <Button variant="quiet" onClick={onClose}>
            Leave them
          </Button>
          <Button onClick={() => form && onSend(form)}>Change all {count}</Button>
        </div>
      }
    >
      <p>{form && whatIsDone(form, categories)} Those on the other pages of this list are among them.</p>
    </Dialog>
  )
}

/** Null where it is not said yet. */
function whatIsDone(form: FormData, categories: readonly CategoryName[]): string | null {
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
