import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { foundByMessage } from '#features/catalogue/storefront/product-list-messages.ts'
import type { ListedProducts } from './listed-products.ts'
import { productListPath } from './product-list-query.ts'

/** What was searched for instead, what matches if it is not a name, and the categories of the results. */
export function SearchSummary({ list }: { list: ListedProducts }) {
  const { listQuery, correctedSearch, foundBy, total, categories, counts } = list
  const found = categories.filter(({ slug }) => (counts.categories[slug] ?? 0) > 0)
  return (
    <>
      {correctedSearch && total > 0 && (
        <p className="mt-4 text-lg">
          <span>{`Nothing found for “${listQuery.search}”. Showing results for`}</span>{' '}
          <strong>{correctedSearch}</strong>.
        </p>
      )}
      {foundBy && (
        <p className="mt-4 text-lg">{foundByMessage(foundBy, correctedSearch ?? listQuery.search!)}</p>
      )}
      {!listQuery.category && found.length > 1 && (
        <nav aria-label="Categories of the results" className="mt-3">
          <ul className="list-links">
            {found.map(({ slug, name }) => (
              <li key={slug}>
                <ShopLink to={productListPath({ ...listQuery, category: slug, page: 1 })} className="link">
                  {`${name} (${counts.categories[slug]})`}
                </ShopLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  )
}
