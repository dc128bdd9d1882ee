import type { CategoryName } from '#shop/catalogue/products/product.ts'
import { productSortOptions } from '#shop/catalogue/products/product-sort.ts'
import { Button } from '#web/ui/form/button.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import type { ProductListQuery } from './product-list-query.ts'
import { LIST_FORM_ID } from './use-list-form.ts'

/** Controls of the form beside the list. */
export function ProductSorting({
  listQuery,
  categories,
}: {
  listQuery: ProductListQuery
  categories: readonly Pick<CategoryName, 'slug' | 'name'>[]
}) {
  return (
    <div className="list-form">
      <SelectField
        form={LIST_FORM_ID}
        label="Category"
        name="category"
        defaultValue={listQuery.category ?? ''}
        options={[
          { value: '', label: 'All Categories' },
          ...categories.map(({ slug, name }) => ({ value: slug, label: name })),
        ]}
      />
      <SelectField
        form={LIST_FORM_ID}
        label="Sort by"
        name="sort"
        defaultValue={listQuery.sort}
        options={productSortOptions(listQuery.search)}
      />
      <Button form={LIST_FORM_ID} type="submit" variant="outline" className="only-without-script">
        Show
      </Button>
    </div>
  )
}
