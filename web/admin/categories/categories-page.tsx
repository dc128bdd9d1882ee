import { useLoaderData } from 'react-router'
import type { AdminCategory } from '#shop/catalogue/admin/admin-product.ts'
import { messages } from '#shop/messages/messages.ts'
import { PICTURE_SLOTS } from '#shop/media/picture-key.ts'
import type { Head, HeadArgs } from '#web/client/document-head/head.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Picture } from '#web/ui/display/picture.tsx'
import { ShopLink } from '#web/ui/navigation/shop-link.tsx'
import type { loader } from './categories-page.server.ts'
import { AddCategoryDialog, EditCategoryDialog } from './category-form-dialogs.tsx'
import { categoryListPath } from './category-list-url.ts'
import { productListPath } from '#web/admin/products/product-list-url.ts'

export function head({ data, shopName }: HeadArgs<typeof loader>): Head {
  const dialogTitle =
    data.dialog?.kind === 'add' ? 'Add category' : data.category && `Edit ${data.category.name}`
  return { title: `${dialogTitle || 'Categories'} – ${shopName}`, noIndex: true }
}

export default function CategoriesPage() {
  const { dialog, notice, categories, category } = useLoaderData<typeof loader>()
  return (
    <>
      <div className="screen-head screen-head-split">
        <h1>Categories</h1>
        <ShopLink to={categoryListPath({ kind: 'add' })} className="button" preventScrollReset>
          Add category
        </ShopLink>
      </div>
      {dialog?.kind === 'add' && <AddCategoryDialog />}
      {category && <EditCategoryDialog key={category.id} category={category} categories={categories} />}
      {dialog?.kind === 'edit' && !category && (
        <Notice tone="error" className="mb-3">
          {messages.categoryNotInCatalogue}
        </Notice>
      )}
      {!dialog && notice && <Notice className="mb-3">{notice}</Notice>}
      {!categories && <Notice tone="error">{messages.categoriesNotLoaded}</Notice>}
      {categories?.length === 0 && (
        <EmptyState title="No categories yet">{messages.noCategoriesYet}</EmptyState>
      )}
      {categories && categories.length > 0 && (
        <ul className="category-cards">
          {categories.map((each) => (
            <CategoryCard key={each.id} category={each} />
          ))}
        </ul>
      )}
    </>
  )
}

function CategoryCard({
  category: { id, name, description, picture, on_sale },
}: {
  category: AdminCategory
}) {
  const nameId = `category-${id}`
  return (
    <li className="panel category-card">
      <Picture picture={picture} alt="" slot={PICTURE_SLOTS.card} />
      <div className="category-card-body">
        <h2 id={nameId}>{name}</h2>
        <p className="category-card-words">{description}</p>
        <ShopLink to={productListPath({ category: id })} className="link">
          {on_sale === 1 ? '1 product on sale' : `${on_sale} products on sale`}
        </ShopLink>
        {on_sale === 0 && <p className="minor">{messages.categoryHidden}</p>}
        <ShopLink
          to={categoryListPath({ kind: 'edit', id })}
          className="button button-outline button-small"
          aria-describedby={nameId}
          preventScrollReset
        >
          Edit
        </ShopLink>
      </div>
    </li>
  )
}
