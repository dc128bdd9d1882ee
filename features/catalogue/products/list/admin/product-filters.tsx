import { PRODUCT_LIST_FILTERS } from '#features/catalogue/products/admin/admin-product.ts'
import type { CategoryName } from '#features/catalogue/products/product.ts'
import { SelectField } from '#kit/form/select-field.tsx'
import { ListFilterForm } from '#kit/admin/list/list-filter-form.tsx'
import { productListUrl, type ProductListView } from './product-list-url.ts'
import { PRODUCT_KIND_LABELS } from './product-labels.ts'

const KIND_OPTIONS = [
  { value: '', label: 'All products' },
  ...PRODUCT_LIST_FILTERS.map((kind) => ({ value: kind, label: PRODUCT_KIND_LABELS[kind] })),
]
const SORT_OPTIONS = [
  { value: 'name', label: 'Name, A to Z' },
  { value: 'name-down', label: 'Name, Z to A' },
  { value: 'price', label: 'Price, low to high' },
  { value: 'price-down', label: 'Price, high to low' },
  { value: 'stock', label: 'Stock, low to high' },
  { value: 'stock-down', label: 'Stock, high to low' },
  { value: 'newest', label: 'Newest first' },
]

export function ProductFilters({
  view,
  categories,
}: {
  view: ProductListView
  categories: readonly CategoryName[]
}) {
  const categoryOptions = [
    { value: '', label: 'All categories' },
    ...categories.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <ListFilterForm
      list={productListUrl}
      view={view}
      className="product-tools"
      placeholder="Any word of a product"
      kept={{ sort: view.sort }}
    >
      <SelectField
        label="Category"
        name="category"
        options={categoryOptions}
        defaultValue={view.category ?? ''}
      />
      <SelectField label="Show" name="show" options={KIND_OPTIONS} defaultValue={view.show ?? ''} />
      <SelectField label="Sort by" name="sort" options={SORT_OPTIONS} defaultValue={view.sort} />
    </ListFilterForm>
  )
}
