import { ShopLink } from '#web/ui/navigation/shop-link.tsx'
import type { ListedProducts } from './listed-products.ts'
import { productListPath } from './product-list-query.ts'

/** What was searched instead, whether only ingredients or parts of it match, and the categories that the results are in. */
export function SearchSummary({ list }: { list: ListedProducts }) {
  const { listQuery, correctedSearch, isOnlyIngredient, isOnlyRelated, total, categories, counts } = list
  const found = categories.filter(({ slug }) => (counts.categories[slug] ?? 0) > 0)
  return (
    <>
      {correctedSearch && total > 0 && (
        <p className="mt-4 text-lg">
          Nothing found for “{listQuery.search}”. Showing results for <strong>{correctedSearch}</strong>.
        </p>
      )}
      {isOnlyIngredient && (
        <p className="mt-4 text-lg">
          We sell nothing called “{correctedSearch ?? listQuery.search}”. It is an ingredient of the products
          below.
        </p>
      )}
      {isOnlyRelated && !isOnlyIngredient && total > 0 && (
        <p className="mt-4 text-lg">
          We sell nothing called “{correctedSearch ?? listQuery.search}”. The products below are only related
          to it.
        </p>
      )}
      {!listQuery.category && found.length > 1 && (
        <nav aria-label="Categories of the results" className="mt-3">
          <ul className="list-links">
            {found.map(({ slug, name }) => (
              <li key={slug}>
                <ShopLink to={productListPath({ ...listQuery, category: slug, page: 1 })} className="link">
                  {name} ({counts.categories[slug]})
                </ShopLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  )
}
