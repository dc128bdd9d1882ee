import { useMemo } from 'react'
import { newProductValues, productFormValues } from '#shop/catalogue/product-form/product-form-values.ts'
import type { OfficeProduct } from '#shop/catalogue/admin/admin-product.ts'
import type { CategoryName } from '#shop/catalogue/products/product.ts'
import { useIdentity } from '#web/client/contexts/shop-identity-context.tsx'
import { CatalogueForm } from './catalogue-form-dialog.tsx'
import { ProductFields } from './product-fields.tsx'
import { productListPath, type ProductListView } from '#web/admin/products/product-list-url.ts'

const ROUTE = 'admin-products'
type DialogProps = { view: ProductListView; categories: readonly CategoryName[] }

const shownValue = (categories: readonly CategoryName[]) => (field: string, value: string) => {
  if (field === 'category_id') return categories.find(({ id }) => id === value)?.name ?? value
  return field.startsWith('is_') ? (value === 'on' ? 'yes' : 'no') : value && `‘${value}’`
}

export function AddProductDialog({ view, categories }: DialogProps) {
  const { defaultManufacturer } = useIdentity()
  const start = useMemo(() => newProductValues(defaultManufacturer, view.category ?? ''), [defaultManufacturer, view.category])
  return (
    <CatalogueForm
      routeId={ROUTE}
      title="Add product"
      path={productListPath(view, { kind: 'add' })}
      backTo={productListPath(view)}
      start={start}
      hidden={{}}
      intent="add"
      saveLabel="Add product"
      savingLabel="Adding..."
      show={shownValue(categories)}
    >
      {(filled) => <ProductFields {...filled} categories={categories} picture={null} isNew />}
    </CatalogueForm>
  )
}

export function EditProductDialog({ view, categories, product }: DialogProps & { product: OfficeProduct }) {
  const { id, version, stock, name, picture } = product
  return (
    <CatalogueForm
      routeId={ROUTE}
      title={`Edit ${name}`}
      path={productListPath(view, { kind: 'edit', id })}
      backTo={productListPath(view)}
      start={productFormValues(product)}
      hidden={{ id, version, stock_seen: stock }}
      intent="edit"
      saveLabel="Save changes"
      savingLabel="Saving..."
      show={shownValue(categories)}
    >
      {(filled) => <ProductFields {...filled} categories={categories} picture={picture} isNew={false} />}
    </CatalogueForm>
  )
}
