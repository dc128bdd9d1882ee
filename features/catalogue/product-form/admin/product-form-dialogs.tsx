import { useMemo } from 'react'
import { newProductValues, productFormValues } from '#features/catalogue/product-form/product-form-values.ts'
import { parsePicturesValue } from '#features/catalogue/product-form/pictures-value.ts'
import { messages } from '#shop/messages/messages.ts'
import { describePictures } from '#features/catalogue/products/product-picture-messages.ts'
import type { AdminProduct } from '#features/catalogue/products/admin/admin-product.ts'
import type { PickedProduct } from '#features/catalogue/pairings/product-pairings.ts'
import type { CategoryName } from '#features/catalogue/products/product.ts'
import { useShopIdentity } from '#kit/contexts/shop-identity-context.tsx'
import { CatalogueFormDialog } from './catalogue-form-dialog.tsx'
import { GoesWellWithFields } from './goes-well-with-fields.tsx'
import { ProductOffers } from './product-offers.tsx'
import { ProductFields } from './product-fields.tsx'
import {
  productListPath,
  type ProductListView,
} from '#features/catalogue/products/list/admin/product-list-url.ts'

const MISSING = {
  name: messages.enterProductName,
  category_id: messages.chooseCategory,
  price: messages.enterPrice,
  stock: messages.enterStock,
}
const ROUTE = 'admin-products'
type DialogProps = { view: ProductListView; categories: readonly CategoryName[] }

const formatFieldValue = (categories: readonly CategoryName[]) => (field: string, value: string) => {
  if (field === 'pictures') return describePictures(parsePicturesValue(value))
  if (field === 'category_id') return categories.find(({ id }) => id === value)?.name ?? value
  return field.startsWith('is_') ? (value === 'on' ? 'yes' : 'no') : value && `‘${value}’`
}

export function AddProductDialog({ view, categories }: DialogProps) {
  const { defaultManufacturer } = useShopIdentity()
  const initialValues = useMemo(
    () => newProductValues(defaultManufacturer, view.category ?? ''),
    [defaultManufacturer, view.category],
  )
  return (
    <CatalogueFormDialog
      routeId={ROUTE}
      title="Add product"
      path={productListPath(view, { kind: 'add' })}
      backTo={productListPath(view)}
      initialValues={initialValues}
      hiddenFields={{}}
      intent="add"
      saveLabel="Add product"
      savingLabel="Adding..."
      formatValue={formatFieldValue(categories)}
      missingMessages={MISSING}
    >
      {(fieldProps) => (
        <>
          <ProductFields {...fieldProps} categories={categories} isNew />
          <GoesWellWithFields productId={null} picks={[]} />
        </>
      )}
    </CatalogueFormDialog>
  )
}

export function EditProductDialog({
  view,
  categories,
  product,
  picks,
}: DialogProps & { product: AdminProduct; picks: readonly PickedProduct[] }) {
  const { id, version, stock, name } = product
  return (
    <CatalogueFormDialog
      routeId={ROUTE}
      title={`Edit ${name}`}
      path={productListPath(view, { kind: 'edit', id })}
      backTo={productListPath(view)}
      initialValues={productFormValues(product)}
      hiddenFields={{ id, version, stock_seen: stock }}
      intent="edit"
      saveLabel="Save changes"
      savingLabel="Saving..."
      formatValue={formatFieldValue(categories)}
      missingMessages={MISSING}
    >
      {(fieldProps) => (
        <>
          <ProductFields
            {...fieldProps}
            categories={categories}
            isNew={false}
            priceNote={<ProductOffers product={product} />}
          />
          <GoesWellWithFields productId={id} picks={picks} />
        </>
      )}
    </CatalogueFormDialog>
  )
}
