import { expect, test } from 'vitest'
import { renderPage } from '#tests/fixtures/pages/render-page.tsx'
import CategoriesPage from './categories-page.tsx'

test('STOREFRONT-13 CATALOGUE-12 a category without products says that nothing is there yet', () => {
  const category = {
    id: '1',
    name: 'Honey',
    slug: 'honey',
    description: null,
    picture: null,
    productCount: 3,
  }
  const loaderData = {
    categories: [category, { ...category, id: '2', name: 'Pickles', slug: 'pickles', productCount: 0 }],
    page: 1,
    pageCount: 1,
    total: 2,
    requestedPage: 1,
    hasFailed: false,
  }
  const text = renderPage(CategoriesPage, loaderData)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
  expect(text).toContain('Honey 3 products Pickles Nothing here yet')
})
