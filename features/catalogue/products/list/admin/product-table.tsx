import type { AdminProductRow } from '#features/catalogue/products/admin/admin-product.ts'
import { productTableMessages } from '#features/catalogue/products/product-messages.ts'
import { formatCount } from '#shop/text/format-count.ts'
import { offerMessages } from '#features/catalogue/offers/offer-messages.ts'
import { batchMessages } from '#features/stock/batches/batch-messages.ts'
import { messages } from '#shop/messages/messages.ts'
import { PICTURE_SLOTS } from '#shop/picture-key.ts'
import { Picture } from '#kit/display/picture.tsx'
import { Price } from '#kit/display/price.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { Table } from '#kit/display/table.tsx'
import { BULK_ACTIONS_FORM_ID } from './product-bulk-actions.tsx'
import { PRODUCT_KIND_LABELS } from './product-labels.ts'
import { columnSort, productListPath, type ProductListView } from './product-list-url.ts'
import { ActiveSwitch } from './product-active-switch.tsx'

type ProductTableProps = {
  products: readonly AdminProductRow[]
  removedIds: readonly string[]
  view: ProductListView
  onSwitch: (productId: string, isOn: boolean) => void
}

export function ProductTable({ products, removedIds, view, onSwitch }: ProductTableProps) {
  const columns = [
    { label: 'Choose', isLabelHidden: true },
    { label: 'Picture', isLabelHidden: true },
    { label: 'Name', sort: columnSort(view, 'name') },
    { label: 'Category' },
    { label: 'Price', isNumber: true, sort: columnSort(view, 'price') },
    { label: 'Stock', isNumber: true, sort: columnSort(view, 'stock') },
    { label: 'Active' },
    { label: 'Actions', isLabelHidden: true },
  ]
  return (
    <div className="products-list" data-rows>
      <Table caption="Products" columns={columns} className="products-table">
        {products.map((product) => (
          <Row
            key={product.id}
            product={product}
            isRemoved={removedIds.includes(product.id)}
            view={view}
            onSwitch={onSwitch}
          />
        ))}
      </Table>
    </div>
  )
}

type RowProps = Omit<ProductTableProps, 'products' | 'removedIds'> & {
  product: AdminProductRow
  isRemoved: boolean
}

function Row({ product, isRemoved, view, onSwitch }: RowProps) {
  const { id, name, category_name, price, offer_ends_at, badge, net_weight, picture } = product
  const nameId = `product-${id}`
  return (
    <tr>
      <td className="cell-choose">
        <input
          type="checkbox"
          form={BULK_ACTIONS_FORM_ID}
          name="product_id"
          value={id}
          aria-label={`Choose ${name}`}
          data-key="x"
        />
      </td>
      <td className="cell-picture">
        <Picture picture={picture} alt="" slot={PICTURE_SLOTS.thumbnail} className="thumbnail" />
      </td>
      <th scope="row" className="cell-name">
        <ShopLink
          id={nameId}
          to={productListPath(view, { kind: 'edit', id })}
          className="row-link"
          preventScrollReset
        >
          {name}
        </ShopLink>
        <span className="minor">{[net_weight, badge].filter(Boolean).join(' · ')}</span>
        <span className="minor xl:hidden">{category_name}</span>
      </th>
      <td className="cell-category">{category_name}</td>
      <td className="cell-price number">
        <Price pounds={price} />
        {offer_ends_at !== null && <span className="minor">{offerMessages.onOffer}</span>}
      </td>
      <td className="cell-stock number">
        {isRemoved ? (
          <span className="minor">{productTableMessages.leftThisPage}</span>
        ) : (
          <>
            <span className="hidden text-muted max-md:inline">Stock </span>
            <Stock product={product} />
          </>
        )}
      </td>
      <td className="cell-active">
        {view.show === 'archived' ? (
          <span className="minor">{PRODUCT_KIND_LABELS.archived}</span>
        ) : (
          <ActiveSwitch product={product} nameId={nameId} onSwitch={onSwitch} />
        )}
      </td>
      <td className="cell-actions">
        <RowActions id={id} nameId={nameId} view={view} />
      </td>
    </tr>
  )
}

function RowActions({ id, nameId, view }: { id: string; nameId: string; view: ProductListView }) {
  const linkProps = { 'aria-describedby': nameId, preventScrollReset: true }
  return (
    <div className="row-actions">
      <ShopLink
        {...linkProps}
        to={productListPath(view, { kind: 'edit', id })}
        className="button button-outline button-small"
        data-key="e"
      >
        Edit
      </ShopLink>
      <ShopLink
        {...linkProps}
        to={productListPath(view, { kind: 'stock', id })}
        className="button button-quiet button-small"
        data-key="s"
      >
        Stock
      </ShopLink>
    </div>
  )
}

function Stock({ product: { stock, sellable_stock, is_low_stock } }: { product: AdminProductRow }) {
  const isWithheld = sellable_stock < stock
  if (!is_low_stock && !isWithheld) return formatCount(stock)
  return (
    <span className="low-stock">
      <span>{formatCount(stock)}</span>{' '}
      <span>
        {isWithheld ? batchMessages.forSale(sellable_stock) : stock === 0 ? messages.outOfStock : 'Low stock'}
      </span>
    </span>
  )
}
