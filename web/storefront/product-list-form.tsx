import { useEffect, useRef } from 'react'
import { Form, useNavigate } from 'react-router'
import type { CategoryName } from '#shop/catalogue/product.ts'
import { PRODUCT_SORT_LABELS, productSortFrom } from '#shop/catalogue/product-sort.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { productListPath, type ProductListChoice } from './product-list-address.ts'

const SORT_OPTIONS = Object.entries(PRODUCT_SORT_LABELS).map(([value, label]) => ({ value, label }))

type ProductListFormProps = { choice: ProductListChoice; categories: readonly Pick<CategoryName, 'slug' | 'name'>[] }

/** Which products, in which order: a plain form before scripts, at once with them. A new choice starts at page 1. */
export function ProductListForm({ choice, categories }: ProductListFormProps) {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  // Back and Forward change the choice as well; the dropdown in use keeps the focus.
  useEffect(() => {
    const dropdowns = form.current?.elements
    setValue(dropdowns?.namedItem('category'), choice.category ?? '')
    setValue(dropdowns?.namedItem('sort'), choice.sort)
  }, [choice.category, choice.sort])
  const choose = (change: Partial<ProductListChoice>) =>
    void navigate(productListPath({ ...choice, ...change, page: 1 }), { preventScrollReset: true, viewTransition: true })
  return (
    <Form ref={form} action="/products" className="list-form">
      {choice.bestSellersOnly && <input type="hidden" name="filter" value="best-sellers" />}
      <SelectField
        label="Category"
        name="category"
        defaultValue={choice.category ?? ''}
        onChange={(event) => choose({ category: event.target.value })}
        options={[{ value: '', label: 'All Categories' }, ...categories.map(({ slug, name }) => ({ value: slug, label: name }))]}
      />
      <SelectField
        label="Sort by"
        name="sort"
        defaultValue={choice.sort}
        onChange={(event) => choose({ sort: productSortFrom(event.target.value) })}
        options={SORT_OPTIONS}
      />
      <Button type="submit" variant="outline" className="only-without-script">
        Show
      </Button>
    </Form>
  )
}

function setValue(control: Element | RadioNodeList | null | undefined, value: string) {
  if (control instanceof HTMLSelectElement) control.value = value
}
