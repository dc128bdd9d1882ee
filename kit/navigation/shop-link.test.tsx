import { renderToStaticMarkup } from 'react-dom/server'
import { Link, MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { ShopLink } from './shop-link.tsx'

const renderMarkup = (link: React.ReactNode) =>
  renderToStaticMarkup(<MemoryRouter initialEntries={['/products/pepper?sort=newest']}>{link}</MemoryRouter>)

test.each([
  '/',
  '/products',
  '/products/malabar-cloves',
  '/products?category=spices&page=2',
  '/profile/orders#order-7',
  '/login?return=%2Fcheckout#form',
  '/products/',
  '/products/../admin',
  '/products/./x',
  '//elsewhere.example/x',
  '/products//x',
  '/\\elsewhere.example',
  '/a.b',
  '/products?',
  '/products#',
  '/products?#x',
  '/a b',
  '/é',
  '',
  '?page=2',
  '#main',
  '../orders',
  'orders',
  'https://elsewhere.example/x',
  'mailto:a@shop.example',
  'javascript:alert(1)',
  '/a\n/b',
])('the server renders a link to %j like React Router', (to) => {
  expect(renderMarkup(<ShopLink to={to}>There</ShopLink>)).toBe(
    renderMarkup(
      <Link to={to} discover="none">
        There
      </Link>,
    ),
  )
})

test('the server renders HTML attributes of a link and leaves out router props', () => {
  const htmlAttributes = {
    id: 'one',
    className: 'link',
    rel: 'next',
    'aria-current': 'page' as const,
    'data-key': 'n',
    style: { color: 'red' },
    target: '_blank',
  }
  const routerProps = {
    replace: true,
    state: { from: 'here' },
    relative: 'path' as const,
    preventScrollReset: true,
    reloadDocument: true,
    viewTransition: true,
    defaultShouldRevalidate: false,
  }
  expect(
    renderMarkup(
      <ShopLink to="/products" {...htmlAttributes} {...routerProps}>
        There
      </ShopLink>,
    ),
  ).toBe(
    renderMarkup(
      <Link to="/products" discover="none" {...htmlAttributes} {...routerProps}>
        There
      </Link>,
    ),
  )
})
