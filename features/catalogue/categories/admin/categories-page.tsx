import { useState } from 'react'
import { useLoaderData, useNavigation } from 'react-router'
import type { AdminCategory } from '#features/catalogue/products/admin/admin-product.ts'
import { importPageMessages } from '#features/catalogue/import/import-messages.ts'
import { categoryMessages } from '#features/catalogue/products/product-messages.ts'
import { HOME_CATEGORIES_COUNT } from '#shop/constants.ts'
import { messages } from '#shop/messages/messages.ts'
import { PICTURE_SLOTS } from '#shop/picture-key.ts'
import { adminHead } from '#kit/admin/screen/admin-head.ts'
import { ScreenHead } from '#kit/admin/screen/screen-head.tsx'
import { EmptyState } from '#kit/feedback/empty-state.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { Picture } from '#kit/display/picture.tsx'
import { LinkButton } from '#kit/form/button.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { useActionResult } from '#kit/actions/action-result.ts'
import type { action, loader } from './categories-page.server.ts'
import { CategoryMoveForm } from './category-move-form.tsx'
import { AddCategoryDialog, EditCategoryDialog } from './category-form-dialogs.tsx'
import { categoryListPath } from './category-list-url.ts'
import { useHasJustChanged } from '#kit/admin/screen/guarded-button.tsx'
import { IMPORT_PATH } from '#features/catalogue/import/admin/import-url.ts'
import { productListPath } from '#features/catalogue/products/list/admin/product-list-url.ts'

export const head = adminHead<typeof loader>(({ dialog, category }) =>
  dialog?.kind === 'add' ? 'Add category' : category ? `Edit ${category.name}` : 'Categories',
)

export const failureMessage = () => messages.anErrorOccurred

export default function CategoriesPage() {
  const { dialog, notice, categories, category } = useLoaderData<typeof loader>()
  const actionResult = useActionResult<typeof action>()
  // Only the form that moves a category may have no result here; a dialog keeps its own.
  const moved = actionResult && (actionResult.about ?? 'order') === 'order' ? actionResult : undefined
  const hasJustMoved = useHasJustChanged((categories ?? []).map(({ id }) => id).join(' '))
  const lastMovedId = useLastMovedId()
  return (
    <>
      <ScreenHead
        title="Categories"
        actions={
          <>
            <ShopLink to={IMPORT_PATH} className="link">
              {importPageMessages.importProducts}
            </ShopLink>
            <LinkButton to={categoryListPath({ kind: 'add' })} preventScrollReset>
              Add category
            </LinkButton>
          </>
        }
      />
      {dialog?.kind === 'add' && <AddCategoryDialog />}
      {category && <EditCategoryDialog key={category.id} category={category} categories={categories} />}
      {dialog?.kind === 'edit' && !category && (
        <Notice tone="error" className="mb-3">
          {messages.categoryNotInCatalogue}
        </Notice>
      )}
      {moved && moved.kind !== 'done' && (
        <Notice tone="error" className="mb-3">
          {moved.message}
        </Notice>
      )}
      <p role="status" className="visually-hidden">
        {moved?.kind === 'done' && moved.message}
      </p>
      {!dialog && notice && <Notice className="mb-3">{notice}</Notice>}
      {!categories && <Notice tone="error">{messages.categoriesNotLoaded}</Notice>}
      {categories?.length === 0 && (
        <EmptyState title="No categories yet">{messages.noCategoriesYet}</EmptyState>
      )}
      {categories && categories.length > 0 && (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(13.5rem,1fr))] gap-3.5">
          {categories.map((each, index) => (
            <CategoryCard
              key={each.id}
              category={each}
              home={homePageMessage(each, categories)}
              before={categories[index - 1]}
              after={categories[index + 1]}
              isGuarded={hasJustMoved && each.id !== lastMovedId}
            />
          ))}
        </ul>
      )}
    </>
  )
}

/** The moved category leaves the pointer but keeps the keyboard focus, so that it can be moved again. */
function useLastMovedId(): string | null {
  const { formData } = useNavigation()
  const movingId = formData?.get('intent') === 'move' ? String(formData.get('id')) : null
  const [lastMovedId, setLastMovedId] = useState(movingId)
  if (movingId !== null && movingId !== lastMovedId) setLastMovedId(movingId)
  return lastMovedId
}

/** The same rule as for the home page (selectHomeCategories). */
function homePageMessage(category: AdminCategory, all: readonly AdminCategory[]): string | null {
  if (!category.is_on_home_page) return categoryMessages.notOnHomePage
  const onHomePage = all.filter(({ is_on_home_page }) => is_on_home_page)
  const shown = onHomePage
    .sort((one, other) => Number(one.on_sale === 0) - Number(other.on_sale === 0))
    .slice(0, HOME_CATEGORIES_COUNT)
  return shown.includes(category) ? categoryMessages.onHomePage : categoryMessages.beyondHomePage
}

type CategoryCardProps = {
  category: AdminCategory
  home: string | null
  /** The neighbours in the owner's order. */
  before: AdminCategory | undefined
  after: AdminCategory | undefined
  isGuarded: boolean
}

function CategoryCard({
  category: { id, name, description, picture, on_sale },
  home,
  before,
  after,
  isGuarded,
}: CategoryCardProps) {
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
        {on_sale === 0 && <p className="minor">{messages.categoryEmptyForShoppers}</p>}
        {home && <p className="minor">{home}</p>}
        <div className="category-card-actions">
          <ShopLink
            to={categoryListPath({ kind: 'edit', id })}
            className="button button-outline button-small"
            aria-describedby={nameId}
            preventScrollReset
          >
            Edit
          </ShopLink>
          <CategoryMoveForm id={id} name={name} before={before} after={after} isGuarded={isGuarded} />
        </div>
      </div>
    </li>
  )
}
