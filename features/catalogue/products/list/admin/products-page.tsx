import { useState } from 'react'
import { useLoaderData, useLocation } from 'react-router'
import {
  nearMatchesMessage,
  productSearchTruncatedMessage,
  productTableMessages,
} from '#features/catalogue/products/product-messages.ts'
import { MAX_BULK_EDIT_PRODUCTS } from '#features/catalogue/products/bulk-edit/bulk-edit-result.ts'
import { priceChangeMessages } from '#features/catalogue/price-changes/price-change-messages.ts'
import { messages } from '#shop/messages/messages.ts'
import { adminHead } from '#kit/admin/screen/admin-head.ts'
import { ScreenHead } from '#kit/admin/screen/screen-head.tsx'
import { Button, LinkButton } from '#kit/form/button.tsx'
import { EmptyState } from '#kit/feedback/empty-state.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { Pagination } from '#kit/navigation/pagination.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { deliveryMessages } from '#features/stock/deliveries/delivery-messages.ts'
import { stockTakeMessages } from '#features/stock/stock-takes/stock-take-messages.ts'
import { offerMessages } from '#features/catalogue/offers/offer-messages.ts'
import { recallMessages } from '#features/stock/recalls/recall-messages.ts'
import { importPageMessages } from '#features/catalogue/import/import-messages.ts'
import { featuredOrderMessages } from '#features/catalogue/featured-order/featured-order-messages.ts'
import { FEATURED_ORDER_PATH } from '#features/catalogue/featured-order/admin/featured-order-url.ts'
import { IMPORT_PATH } from '#features/catalogue/import/admin/import-url.ts'
import { DELIVERIES_PATH } from '#features/stock/deliveries/admin/delivery-url.ts'
import { STOCK_TAKES_PATH } from '#features/stock/stock-takes/admin/stock-take-url.ts'
import { OFFERS_PATH } from '#features/catalogue/offers/admin/offer-url.ts'
import { RECALLS_PATH } from '#features/stock/recalls/admin/recall-url.ts'
import { listedPricesPath } from '#features/catalogue/price-changes/admin/price-change-url.ts'
import { categoryListPath } from '#features/catalogue/categories/admin/category-list-url.ts'
import {
  KeyboardShortcuts,
  type KeyboardShortcut,
} from '#kit/admin/keyboard-shortcuts/keyboard-shortcuts-dialog.tsx'
import { useLiveProducts } from './live-products.tsx'
import { useActionResult } from '#kit/actions/action-result.ts'
import { ProductBulkActions } from './product-bulk-actions.tsx'
import {
  AddProductDialog,
  EditProductDialog,
} from '#features/catalogue/product-form/admin/product-form-dialogs.tsx'
import { useFrozenProductList } from './frozen-product-list.tsx'
import { productListPath, PRODUCTS_PATH, type ProductListView } from './product-list-url.ts'
import { ProductSwitchToasts, SwitchNotice } from './product-switch-toasts.tsx'
import { ProductTable } from './product-table.tsx'
import { ProductFilters } from './product-filters.tsx'
import { adminProductCountLabel, productListTitle } from './product-labels.ts'
import type { action, loader } from './products-page.server.ts'
import { StockDialog } from './stock-dialog.tsx'

export const head = adminHead<typeof loader>(({ view, dialog, product, categories }) => {
  if (dialog?.kind === 'add') return 'Add product'
  if (product) return `${dialog?.kind === 'stock' ? 'Stock of' : 'Edit'} ${product.name}`
  const category = categories.find(({ id }) => id === view.category)
  return productListTitle(view, category?.name ?? null)
})

export const failureMessage = () => messages.anErrorOccurred

const OTHER_SCREENS = [
  { to: IMPORT_PATH, label: importPageMessages.importProducts },
  { to: OFFERS_PATH, label: offerMessages.title },
  { to: FEATURED_ORDER_PATH, label: featuredOrderMessages.title },
  { to: DELIVERIES_PATH, label: deliveryMessages.listTitle },
  { to: STOCK_TAKES_PATH, label: stockTakeMessages.listTitle },
  { to: RECALLS_PATH, label: recallMessages.title },
]

const SHORTCUTS: readonly KeyboardShortcut[] = [
  [['/'], 'Search'],
  [['↓', 'j'], 'Next row'],
  [['↑', 'k'], 'Previous row'],
  [['Enter', 'e'], 'Edit the product of the row'],
  [['s'], 'Its stock'],
  [['a'], 'Switch it on or off'],
  [['x'], 'Choose the row'],
  [['n'], 'Add a product'],
]

export default function ProductsPage() {
  const loaderData = useLoaderData<typeof loader>()
  const { view, dialog, notice, categories, product, movements } = loaderData
  // Loading the same URL again resets the frozen list.
  const { key } = useLocation()
  const frozenList = useFrozenProductList(
    loaderData,
    useLiveProducts(loaderData),
    `${key} ${productListPath(view)}`,
  )
  const {
    products,
    wholeList,
    removedIds,
    isFrozen,
    unfreeze,
    setHasSelection,
    markSwitched,
    containerProps,
  } = frozenList
  const actionResult = useActionResult<typeof action>()
  const [actedIds, setActedIds] = useState<readonly string[]>([])
  const recordSwitch = (id: string, isOn: boolean) => {
    markSwitched(id, isOn)
    setActedIds((ids) => [...ids.filter((other) => other !== id), id])
  }
  return (
    <>
      <ScreenHead
        title="Products"
        actions={
          <>
            <KeyboardShortcuts rows={SHORTCUTS} />
            {OTHER_SCREENS.map(({ to, label }) => (
              <ShopLink key={to} to={to} className="link">
                {label}
              </ShopLink>
            ))}
            <LinkButton
              to={productListPath(view, { kind: 'add' })}
              preventScrollReset
              data-key="n"
              aria-keyshortcuts="n"
            >
              Add product
            </LinkButton>
          </>
        }
      />
      {dialog?.kind === 'add' && <AddProductDialog view={view} categories={categories} />}
      {dialog?.kind === 'edit' && product && (
        <EditProductDialog
          key={product.id}
          view={view}
          categories={categories}
          product={product}
          picks={loaderData.picks}
        />
      )}
      {dialog?.kind === 'stock' && product && (
        <StockDialog key={product.id} view={view} product={product} movements={movements} />
      )}
      {dialog && dialog.kind !== 'add' && !product && (
        <Notice tone="error" className="mb-3">
          {messages.productNotInCatalogue}
        </Notice>
      )}
      {!dialog && notice && <Notice className="mb-3">{notice}</Notice>}
      {actionResult?.about === 'switch' && <SwitchNotice actionResult={actionResult} />}
      <ProductFilters view={view} categories={categories} />
      {!products && <Notice tone="error">{messages.productsNotLoaded}</Notice>}
      <div {...containerProps}>
        {products && (
          <div className="list-line">
            <p className="list-count" aria-live="polite">
              {`${adminProductCountLabel(products)}${products.near ? `. ${nearMatchesMessage(view.search, products.near)}` : ''}`}
            </p>
            {view.show !== 'archived' &&
              products.total > 0 &&
              !products.isMore &&
              products.total <= MAX_BULK_EDIT_PRODUCTS && (
                <ShopLink to={listedPricesPath(view)} className="link">
                  {priceChangeMessages.linkForListed(products.total)}
                </ShopLink>
              )}
            <div role="status">
              {isFrozen && (
                <Button variant="outline" size="small" onClick={unfreeze}>
                  {productTableMessages.showAsItIs}
                </Button>
              )}
            </div>
          </div>
        )}
        {products && (
          <ProductBulkActions
            count={products.products.length}
            total={products.total}
            wholeList={wholeList}
            view={view}
            categories={categories}
            serverResult={actionResult}
            onSelectionChange={setHasSelection}
          />
        )}
        {products && products.total > 0 && (
          <>
            <ProductTable
              products={products.products}
              removedIds={removedIds}
              view={view}
              onSwitch={recordSwitch}
            />
            {products.isMore && products.page === products.pageCount && (
              <p className="my-4 text-center">{productSearchTruncatedMessage(products.total)}</p>
            )}
            <Pagination
              label="Pages of products"
              page={products.page}
              pageCount={products.pageCount}
              hrefFor={(page) => productListPath({ ...view, page })}
            />
          </>
        )}
        {products?.total === 0 && <NoProducts view={view} hasCategories={categories.length > 0} />}
      </div>
      <ProductSwitchToasts productIds={actedIds} visibleIds={products?.products.map(({ id }) => id) ?? []} />
    </>
  )
}

function NoProducts({
  view: { search, category, show },
  hasCategories,
}: {
  view: ProductListView
  hasCategories: boolean
}) {
  if (!hasCategories) {
    return (
      <EmptyState
        title="No products yet"
        action={<LinkButton to={categoryListPath({ kind: 'add' })}>Add a category</LinkButton>}
      >
        {messages.categoryBeforeProduct}
      </EmptyState>
    )
  }
  if (!search && !category && !show)
    return <EmptyState title="No products yet">{messages.noProductsYet}</EmptyState>
  return (
    <EmptyState
      title="No matching products"
      action={<LinkButton to={PRODUCTS_PATH}>Show all products</LinkButton>}
    >
      {search ? messages.noMatchingProducts : messages.noProductsOfKind}
    </EmptyState>
  )
}
