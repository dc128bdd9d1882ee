import { useEffect, useRef, type FormEvent } from 'react'
import { Form, Link, useNavigate } from 'react-router'
import { PRODUCT_KINDS } from '#shop/catalogue/office-product.ts'
import type { CategoryName } from '#shop/catalogue/product.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { productListPath, PRODUCTS_PATH, readProductListView, type ProductListView } from './product-list-view.ts'
import { KIND_LABELS } from './product-words.ts'
import { useSlashFocus } from './slash-focus.ts'

const TYPING_PAUSE_MILLISECONDS = 300
const KINDS = [{ value: '', label: 'All products' }, ...PRODUCT_KINDS.map((kind) => ({ value: kind, label: KIND_LABELS[kind] }))]
const SORTS = [
  { value: 'name', label: 'Name, A to Z' },
  { value: 'name-down', label: 'Name, Z to A' },
  { value: 'price', label: 'Price, low to high' },
  { value: 'price-down', label: 'Price, high to low' },
  { value: 'stock', label: 'Stock, low to high' },
  { value: 'stock-down', label: 'Stock, high to low' },
  { value: 'newest', label: 'Newest first' },
]

/** Search, category filter and order: an ordinary GET form, which with scripts follows the typing. */
export function ProductTools({ view, categories }: { view: ProductListView; categories: readonly CategoryName[] }) {
  const form = useRef<HTMLFormElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const navigate = useNavigate()
  useSlashFocus(box)

  // Back and forward change the address under the form; what is being typed right now is left alone.
  useEffect(() => {
    if (box.current && box.current !== document.activeElement) box.current.value = view.search
    for (const [name, value] of Object.entries({ category: view.category ?? '', show: view.show ?? '', sort: view.sort })) {
      const select = form.current?.elements.namedItem(name)
      if (select instanceof HTMLSelectElement) select.value = value
    }
  }, [view.search, view.category, view.show, view.sort])
  useEffect(() => () => clearTimeout(pause.current), [])

  const show = (options?: { replace: boolean }) => {
    clearTimeout(pause.current)
    if (!form.current) return
    const entries = [...new FormData(form.current)] as [string, string][]
    const asked = productListPath(readProductListView(new URLSearchParams(entries)))
    if (asked !== productListPath({ ...view, page: 1 })) void navigate(asked, options)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    show()
  }
  const showAfterPause = () => {
    clearTimeout(pause.current)
    pause.current = setTimeout(() => show({ replace: true }), TYPING_PAUSE_MILLISECONDS)
  }
  const shelves = [{ value: '', label: 'All categories' }, ...categories.map(({ id, name }) => ({ value: id, label: name }))]
  return (
    <search>
      <Form ref={form} method="get" action={PRODUCTS_PATH} className="list-tools product-tools" onSubmit={submit}>
        <Field label="Search" name="search" className="search-field">
          <span className="search-box">
            <input
              ref={box}
              id="search"
              name="search"
              type="search"
              className="input"
              defaultValue={view.search}
              placeholder="Name, brand or address"
              autoComplete="off"
              spellCheck={false}
              aria-keyshortcuts="/"
              onInput={showAfterPause}
            />
            <kbd aria-hidden="true">/</kbd>
          </span>
        </Field>
        <SelectField label="Category" name="category" options={shelves} defaultValue={view.category ?? ''} onChange={() => show()} />
        <SelectField label="Show" name="show" options={KINDS} defaultValue={view.show ?? ''} onChange={() => show()} />
        <SelectField label="Sort by" name="sort" options={SORTS} defaultValue={view.sort} onChange={() => show()} />
        <div className="list-tools-buttons">
          <Button type="submit" variant="outline">
            Search
          </Button>
          {(view.search || view.category || view.show) && (
            <Link to={productListPath({ sort: view.sort })} className="bar-link">
              Clear
            </Link>
          )}
        </div>
      </Form>
    </search>
  )
}
