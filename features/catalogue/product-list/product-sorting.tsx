import { productSortOptions } from '#features/catalogue/products/product-sort.ts'
import { Button } from '#kit/form/button.tsx'
import { SelectField } from '#kit/form/select-field.tsx'
import type { ListedProducts } from './listed-products.ts'
import { LIST_FORM_ID } from './use-list-form.tsx'

/** Controls that belong to the form beside the list. */
export function ProductSorting({ list: { listQuery, category, categories } }: { list: ListedProducts }) {
  return (
    <div className="list-form">
      <SelectField
        form={LIST_FORM_ID}
        label="Category"
        name="category"
        defaultValue={category?.slug ?? ''}
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
