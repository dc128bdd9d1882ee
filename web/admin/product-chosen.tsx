import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import type { CategoryName } from '#shop/catalogue/product.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { AnyAnswer } from './product-answer.ts'

export const CHOSEN_FORM_ID = 'chosen-products'
const WHAT = [
  { value: 'on', label: 'Switch on' },
  { value: 'off', label: 'Switch off' },
  { value: 'category', label: 'Change category' },
  { value: 'badge', label: 'Set badge' },
]

type ChosenProductsProps = { count: number; categories: readonly CategoryName[]; rendered: AnyAnswer | undefined }

const boxes = () => [...document.querySelectorAll<HTMLInputElement>(`input[form=${CHOSEN_FORM_ID}][name=product_id]`)]

/** Does one thing to all rows chosen on this page, with a result for each (B25). */
export function ChosenProducts({ count, categories, rendered }: ChosenProductsProps) {
  const fetcher = useFetcher<AnyAnswer>({ key: CHOSEN_FORM_ID })
  const all = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState(0)
  useEffect(() => {
    const recount = () => {
      const ticked = boxes().filter((box) => box.checked).length
      setChosen(ticked)
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
  const answer = fetcher.data ?? rendered
  return (
    <>
      <fetcher.Form id={CHOSEN_FORM_ID} method="post" preventScrollReset className="chosen-bar" data-any={chosen > 0 || undefined}>
        <input type="hidden" name="intent" value="chosen" />
        <div className="choice needs-script">
          <input ref={all} type="checkbox" id="choose-all" onChange={(event) => chooseAll(event.target.checked)} />
          <label htmlFor="choose-all">
            All {count} on this page
            <span className="minor" aria-live="polite">
              {chosen === 0 ? 'None chosen' : `${chosen} chosen`}
            </span>
          </label>
        </div>
        <SelectField label="With those chosen" name="what" options={WHAT} />
        <SelectField
          label="New category"
          name="category_id"
          id="chosen-category"
          className="for-category"
          options={[{ value: '', label: 'Choose a category' }, ...categories.map(({ id, name }) => ({ value: id, label: name }))]}
        />
        <TextField label="New badge" name="badge" id="chosen-badge" className="for-badge" maxLength={40} autoComplete="off" hint="Empty takes it away" />
        <Button type="submit" variant="outline" pending={fetcher.state !== 'idle'} pendingLabel="Changing...">
          Apply
        </Button>
      </fetcher.Form>
      {answer?.about === 'chosen' && fetcher.state !== 'submitting' && <Results answer={answer} />}
    </>
  )
}

function Results({ answer: { message, results } }: { answer: AnyAnswer }) {
  if (!results) return <Notice tone="error" className="mb-3">{message}</Notice>
  const left = results.filter(({ is_done }) => !is_done)
  const changed = results.length - left.length
  return (
    <Notice tone={left.length > 0 ? 'warning' : 'success'} title={`${changed} changed${left.length > 0 ? `, ${left.length} left as they are` : ''}`} className="mb-3">
      <ul className="chosen-results">
        {results.map(({ id, name, is_done, why }) => (
          <li key={id}>
            <strong>{name ?? id}</strong>: {is_done ? 'changed.' : `not changed. ${why}`}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
