import { useState } from 'react'
import { useActionData, useLoaderData, useLocation } from 'react-router'
import { nearMatches, productSearchEnds, productTableWords } from '#shop/catalogue/products/product-messages.ts'
import { messages } from '#shop/messages/messages.ts'
import type { Head, HeadArgs } from '#web/client/document-head/head.ts'
import { Button, LinkButton } from '#web/ui/form/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Pager } from '#web/ui/navigation/pagination.tsx'
import { ShopLink } from '#web/ui/navigation/shop-link.tsx'
import { categoryListPath } from '#web/admin/categories/category-list-url.ts'
import { Keys } from '#web/admin/keyboard-shortcuts/keyboard-shortcuts-dialog.tsx'
import { useLiveProducts } from '#web/admin/live-updates/live-products.ts'
import type { AnyAnswer } from '#web/admin/product-form/catalogue-action-result.ts'
import { ChosenProducts } from './product-bulk-actions.tsx'
import { AddProductDialog, EditProductDialog } from '#web/admin/product-form/product-form-dialogs.tsx'
import { PRODUCT_KEYS } from './product-shortcuts.ts'
import { useHeldProducts } from '#web/admin/live-updates/frozen-product-list.ts'
import { productListPath, PRODUCTS_PATH, type ProductListView } from './product-list-url.ts'
import { ProductOutcomes, SwitchNotice } from './product-switch-toasts.tsx'
import { ProductTable } from './product-table.tsx'
import { ProductTools } from './product-filters.tsx'
import { productCountSentence, productListTitle } from './product-labels.ts'
import type { loader } from './products-page.server.ts'
import { StockDialog } from './stock-dialog.tsx'

export function head({ data, shopName }: HeadArgs<typeof loader>): Head {
  const { view, dialog, product, categories } = data
  const category = categories.find(({ id }) => id === view.category)
  const over = dialog?.kind === 'add' ? 'Add product' : product && `${dialog?.kind === 'stock' ? 'Stock of' : 'Edit'} ${product.name}`
  return { title: `${over || productListTitle(view, category?.name ?? null)} – ${shopName}`, noIndex: true }
}

export default function ProductsPage() {
  const loaded = useLoaderData<typeof loader>()
  const { view, dialog, notice, categories, product, movements } = loaded
  // Asked for once more, the same address is another list.
  const { key } = useLocation()
  const held = useHeldProducts(loaded, useLiveProducts(loaded), `${key} ${productListPath(view)}`)
  const { products, whole, gone, isHeld, release, setTicked, noteSwitch, around } = held
  const answer = useActionData() as AnyAnswer | undefined
  const [touched, setTouched] = useState<readonly string[]>([])
  const touch = (id: string, isOn: boolean) => {
    noteSwitch(id, isOn)
    setTouched((ids) => [...ids.filter((other) => other !== id), id])
  }
  return (
    <>
      <div className="screen-head screen-head-split">
        <h1>Products</h1>
        <span className="screen-actions">
          <Keys rows={PRODUCT_KEYS} />
          <ShopLink to={productListPath(view, { kind: 'add' })} className="button" preventScrollReset data-key="n" aria-keyshortcuts="n">
            Add product
          </ShopLink>
        </span>
      </div>
      {dialog?.kind === 'add' && <AddProductDialog view={view} categories={categories} />}
      {dialog?.kind === 'edit' && product && <EditProductDialog key={product.id} view={view} categories={categories} product={product} />}
      {dialog?.kind === 'stock' && product && (
        <StockDialog key={product.id} view={view} product={product} movements={movements} notice={notice} />
      )}
      {dialog && dialog.kind !== 'add' && !product && <Notice tone="error" className="mb-3">{messages.productNotInCatalogue}</Notice>}
      {!dialog && notice && <Notice className="mb-3">{notice}</Notice>}
      {answer?.about === 'switch' && <SwitchNotice answer={answer} />}
      <ProductTools view={view} categories={categories} />
      {!products && <Notice tone="error">{messages.productsNotLoaded}</Notice>}
      <div {...around}>
        {products && (
          <div className="list-line">
            <p className="list-count" aria-live="polite">
              {productCountSentence(products)}
              {products.near && `. ${nearMatches(view.search, products.near)}`}
            </p>
            <div role="status">
              {isHeld && (
                <Button variant="outline" size="small" onClick={release}>
                  {productTableWords.showAsItIs}
                </Button>
              )}
            </div>
          </div>
        )}
        {products && (
          <ChosenProducts
            count={products.products.length}
            total={products.total}
            whole={whole}
            view={view}
            categories={categories}
            rendered={answer}
            onTicked={setTicked}
          />
        )}
        {products && products.total > 0 && (
          <>
            <ProductTable products={products.products} gone={gone} view={view} onSwitch={touch} />
            {products.isMore && products.page === products.pageCount && <p className="list-end">{productSearchEnds(products.total)}</p>}
            <Pager label="Pages of products" page={products.page} pageCount={products.pageCount} hrefFor={(page) => productListPath({ ...view, page })} />
          </>
        )}
        {products?.total === 0 && <NoProducts view={view} hasCategories={categories.length > 0} />}
      </div>
      <ProductOutcomes productIds={touched} inView={products?.products.map(({ id }) => id) ?? []} />
    </>
  )
}

function NoProducts({ view: { search, category, show }, hasCategories }: { view: ProductListView; hasCategories: boolean }) {
  if (!hasCategories) {
    return (
      <EmptyState title="No products yet" action={<LinkButton to={categoryListPath({ kind: 'add' })}>Add a category</LinkButton>}>
        {messages.categoryBeforeProduct}
      </EmptyState>
    )
  }
  if (!search && !category && !show) return <EmptyState title="No products yet">{messages.noProductsYet}</EmptyState>
  return (
    <EmptyState title="No matching products" action={<LinkButton to={PRODUCTS_PATH}>Show all products</LinkButton>}>
      {search ? messages.noMatchingProducts : messages.noProductsOfKind}
    </EmptyState>
  )
}
