import { useEffect, useRef, type FormEvent } from 'react'
import { Form, useNavigate } from 'react-router'
import type { CategoryName } from '#shop/catalogue/products/product.ts'
import { PRODUCT_SORT_LABELS } from '#shop/catalogue/products/product-sort.ts'
import { Button } from '#web/ui/form/button.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { productListPath, parseProductListQuery, type ProductListQuery } from './product-list-query.ts'

const SORT_OPTIONS = Object.entries(PRODUCT_SORT_LABELS).map(([value, label]) => ({ value, label }))

type ProductListFormProps = {
  listQuery: ProductListQuery
  categories: readonly Pick<CategoryName, 'slug' | 'name'>[]
}

/** A plain GET form before hydration. A change resets to page 1. */
export function ProductListForm({ listQuery, categories }: ProductListFormProps) {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  // Back and Forward change the values too; the focused dropdown keeps the focus.
  useEffect(() => {
    const dropdowns = form.current?.elements
    setSelectValue(dropdowns?.namedItem('category'), listQuery.category ?? '')
    setSelectValue(dropdowns?.namedItem('sort'), listQuery.sort)
  }, [listQuery.category, listQuery.sort])
  // Read from the form, because the navigation of an earlier change may still be pending.
  const applySelection = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const entries = new URLSearchParams([...new FormData(currentTarget)] as [string, string][])
    void navigate(productListPath(parseProductListQuery(entries)), {
      preventScrollReset: true,
      viewTransition: true,
    })
  }
  return (
    <Form ref={form} action="/products" className="list-form" onChange={applySelection}>
      {listQuery.bestSellersOnly && <input type="hidden" name="filter" value="best-sellers" />}
      <SelectField
        label="Category"
        name="category"
        defaultValue={listQuery.category ?? ''}
        options={[
          { value: '', label: 'All Categories' },
          ...categories.map(({ slug, name }) => ({ value: slug, label: name })),
        ]}
      />
      <SelectField label="Sort by" name="sort" defaultValue={listQuery.sort} options={SORT_OPTIONS} />
      <Button type="submit" variant="outline" className="only-without-script">
        Show
      </Button>
    </Form>
  )
}

function setSelectValue(control: Element | RadioNodeList | null | undefined, value: string) {
  if (control instanceof HTMLSelectElement) control.value = value
}
