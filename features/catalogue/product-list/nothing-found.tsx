import {
  describedMessage,
  noLabelDeclaresMessage,
  nothingInCategory,
  unknownAllergensMessage,
  withoutLabelFiltersMessage,
} from '#features/catalogue/storefront/product-list-messages.ts'
import { EmptyShopMessage } from './empty-shop-message.tsx'
import { categoryPath } from '#features/catalogue/categories/category-path.ts'
import { EmptyState } from '#kit/feedback/empty-state.tsx'
import { LinkButton } from '#kit/form/button.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import type { ListedProducts } from './listed-products.ts'
import { ProductGrid } from './product-card.tsx'
import {
  hasFilters,
  productListPath,
  FIRST_PAGE_WITHOUT_FILTERS,
  type ProductListQuery,
} from './product-list-query.ts'

export function NothingFound({ list }: { list: ListedProducts }) {
  const { listQuery, described, nearest, categories } = list
  const isUnknownCategory = listQuery.category !== null && !list.category
  if (isWholeShop(listQuery) && categories.every(isCategoryEmpty)) return <EmptyShopMessage />
  if (!listQuery.search || isUnknownCategory)
    return (
      <EmptyState title={titleOf(listQuery, isUnknownCategory)} action={<WayOut list={list} />}>
        <p>{reasonOf(list, isUnknownCategory)}</p>
      </EmptyState>
    )
  return (
    <>
      <p className="max-w-2xl text-lg">{reasonOf(list, false)}</p>
      <div className="mt-4">
        <WayOut list={list} />
      </div>
      {described.length > 0 && (
        <section aria-labelledby="described-title" className="mt-12">
          <h2 id="described-title">In descriptions</h2>
          <p className="mt-3 mb-6 max-w-2xl">{describedMessage(listQuery.search)}</p>
          <ProductGrid products={described} headingLevel="h3" />
        </section>
      )}
      {nearest.length > 0 && (
        <section aria-labelledby="nearest-title" className="mt-12">
          <h2 id="nearest-title" className="mb-6">
            You may be looking for
          </h2>
          <ProductGrid products={nearest} headingLevel="h3" />
        </section>
      )}
      <nav aria-labelledby="categories-title" className="mt-12">
        <h2 id="categories-title" className="mb-3">
          Categories
        </h2>
        <ul className="list-links">
          {categories
            .filter((each) => !isCategoryEmpty(each))
            .map(({ slug, name }) => (
              <li key={slug}>
                <ShopLink to={categoryPath(slug)} className="link">
                  {name}
                </ShopLink>
              </li>
            ))}
        </ul>
      </nav>
    </>
  )
}

const isCategoryEmpty = ({ productCount }: ListedProducts['categories'][number]) => productCount === 0
const isWholeShop = (listQuery: ProductListQuery) =>
  !listQuery.search && !listQuery.category && !listQuery.bestSellersOnly && !hasFilters(listQuery)

function titleOf(listQuery: ProductListQuery, isUnknownCategory: boolean) {
  if (isUnknownCategory) return 'There is no such shelf'
  if (listQuery.unknownFreeFrom.length > 0) return 'This filter is not known'
  return hasFilters(listQuery) ? 'No product fits these filters' : 'Nothing on this shelf yet'
}

function reasonOf(
  { listQuery, category: shelf, correctedSearch, totalOfAnyLabel }: ListedProducts,
  isUnknownCategory: boolean,
) {
  const { search, category, bestSellersOnly, unknownFreeFrom } = listQuery
  if (isUnknownCategory) return 'It may have gone, or the address may be wrong.'
  if (unknownFreeFrom.length > 0) return unknownAllergensMessage(unknownFreeFrom)
  if (totalOfAnyLabel > 0) {
    const message = noLabelDeclaresMessage(totalOfAnyLabel, {
      ...listQuery,
      search: correctedSearch ?? search,
    })
    return correctedSearch ? `We found nothing for “${search}”. ${message}` : message
  }
  if (!search && shelf && !bestSellersOnly && !hasFilters(listQuery)) return nothingInCategory(shelf.name)
  if (!search) return 'No product matches what you chose.'
  // The corrected search finds products, but not within the chosen filters.
  if (correctedSearch)
    return `We found nothing for “${search}”. We searched for “${correctedSearch}” instead, and found nothing within what you chose.`
  return hasFilters(listQuery) || category || bestSellersOnly
    ? `We found nothing for “${search}” within what you chose.`
    : `We found nothing for “${search}”. Check the spelling, or try one word for it, in English or as it is called where it comes from.`
}

function WayOut({ list: { listQuery, totalOfAnyLabel } }: { list: ListedProducts }) {
  const { search, category, bestSellersOnly } = listQuery
  const withoutLabelFilters = { ...listQuery, freeFrom: [], suitableFor: [], page: 1 }
  const clearFilters = (variant: 'solid' | 'outline') => (
    <LinkButton
      to={productListPath({ ...listQuery, ...FIRST_PAGE_WITHOUT_FILTERS })}
      variant={variant}
      preventScrollReset
    >
      Clear filters
    </LinkButton>
  )
  if (totalOfAnyLabel > 0)
    return (
      <div className="flex flex-wrap gap-3 in-[.empty-state]:justify-center">
        <LinkButton to={productListPath(withoutLabelFilters)} preventScrollReset>
          {withoutLabelFiltersMessage(totalOfAnyLabel, listQuery)}
        </LinkButton>
        {hasFilters(withoutLabelFilters) && clearFilters('outline')}
      </div>
    )
  if (hasFilters(listQuery)) return clearFilters('solid')
  if (search && (category || bestSellersOnly))
    return <LinkButton to={productListPath({ search })}>Search all products</LinkButton>
  return <LinkButton to="/products">See all products</LinkButton>
}
