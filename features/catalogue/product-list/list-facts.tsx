import { useEffect, useRef } from 'react'
import { countOfProducts } from '#features/catalogue/products/product-count.ts'
import {
  hiddenProductsMessage,
  invalidPricesMessage,
  onlyDeclaredFree,
} from '#features/catalogue/storefront/product-list-messages.ts'
import { CloseIcon } from '#kit/display/icons.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { DeliveryChargeNote } from './price-notes.tsx'
import { FILTERS_ID, openFilters } from './filters-sheet.tsx'
import { listChoices } from './list-choices.ts'
import type { ListedProducts } from './listed-products.ts'
import { productListPath } from './product-list-query.ts'

/** How many products there are, the active filters, and what is hidden. */
export function ListFacts({ list }: { list: ListedProducts }) {
  const { listQuery, hidden } = list
  const priceProblem = invalidPricesMessage(listQuery.invalidPrices)
  const choices = listChoices(listQuery, list.category?.name)
  const facts = useRef<HTMLDivElement>(null)
  const isRemoving = useRef(false)
  // The chip that had the focus is gone.
  useEffect(() => {
    if (isRemoving.current && document.activeElement === document.body)
      facts.current?.querySelector<HTMLElement>('.chip, :not(:has(.chip)) > [role=status]')?.focus()
    isRemoving.current = false
  }, [list])
  const startRemoving = () => {
    isRemoving.current = true
  }
  return (
    <>
      <div ref={facts} className="list-facts">
        <button
          type="button"
          className="button button-outline button-small filters-button"
          popoverTarget={FILTERS_ID}
          onClick={(event) => {
            event.preventDefault()
            openFilters()
          }}
        >
          Filters
        </button>
        <p role="status" tabIndex={-1}>
          {countOfProducts(list.total)}
        </p>
        {choices.length > 0 && (
          <ul className="chips" aria-label="Filters that are set">
            {choices.map(({ label, pathWithout }) => (
              <li key={label}>
                <ShopLink
                  to={pathWithout}
                  className="chip"
                  aria-label={`Remove filter: ${label}`}
                  preventScrollReset
                  viewTransition={false}
                  onClick={startRemoving}
                >
                  <span>{label}</span> <CloseIcon width="16" height="16" />
                </ShopLink>
              </li>
            ))}
            {choices.length > 1 && (
              <li>
                <ShopLink
                  to={productListPath({ search: listQuery.search, sort: listQuery.sort })}
                  className="button button-quiet button-small"
                  preventScrollReset
                  viewTransition={false}
                  onClick={startRemoving}
                >
                  Clear all
                </ShopLink>
              </li>
            )}
          </ul>
        )}
        {list.products.length > 0 && <DeliveryChargeNote className="list-facts-delivery" />}
      </div>
      {/* On a wide screen it is beside the fields. */}
      {priceProblem && <p className="notice list-note lg:hidden">{priceProblem}</p>}
      {hidden && (
        <p className="notice list-note">
          {`${hiddenProductsMessage(hidden, listQuery.freeFrom)} ${onlyDeclaredFree(listQuery.freeFrom)}`}
        </p>
      )}
    </>
  )
}
