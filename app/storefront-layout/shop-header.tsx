import { useLocation } from 'react-router'
import { deferredModule } from '#kit/hydration/deferred-module.tsx'
import { CartButton } from '#features/cart/drawer/cart-button.tsx'
import { Wordmark } from '#kit/brand/wordmark.tsx'
import { AccountMenu } from './account-menu.tsx'
import { CloseIcon, MenuIcon, SearchIcon } from '#kit/display/icons.tsx'
import { usePopoverClosedByNavigation } from '#kit/popovers/popover.ts'
import { ShopLink } from '#kit/navigation/shop-link.tsx'

const [HOME, PRODUCTS, ABOUT, CONTACT] = [
  { label: 'Home', to: '/' },
  { label: 'Products', to: '/products' },
  { label: 'About', to: '/about' },
  { label: 'Contact', to: '/contact' },
] as const
const LINKS = [HOME, PRODUCTS, ABOUT, CONTACT]
const MOBILE_LINKS = [HOME, PRODUCTS, { label: 'Categories', to: '/categories' }, ABOUT, CONTACT]

const importSearch = () => import('#features/catalogue/search/search-form.tsx')
const search = deferredModule(importSearch, import.meta.env.SSR ? await importSearch() : null)
type Search = Awaited<ReturnType<typeof importSearch>>
const renderSearch = ({ SearchForm }: Search) => <SearchForm id="search" />
const renderPhoneSearch = ({ SearchForm }: Search) => <SearchForm id="phone-search" isInPopover />

export function ShopHeader() {
  return (
    <header className="shop-header">
      <div className="page shop-header-row">
        <MobileMenu />
        <ShopLink to="/" className="shop-header-home">
          <Wordmark />
        </ShopLink>
        <nav aria-label="Main" className="wide-only">
          <MainLinks />
        </nav>
        <div className="header-search">
          <search.Deferred>{renderSearch}</search.Deferred>
        </div>
        <div className="wide-only shop-header-account">
          <AccountMenu />
        </div>
        <div className="flex">
          <PhoneSearch />
          <CartButton />
        </div>
      </div>
    </header>
  )
}

function MainLinks({ links = LINKS }: { links?: readonly { label: string; to: string }[] }) {
  const { pathname } = useLocation()
  return (
    <ul className="nav-list">
      {links.map(({ label, to }) => (
        <li key={to}>
          <ShopLink to={to} className="nav-link" aria-current={pathname === to ? 'page' : undefined}>
            {label}
          </ShopLink>
        </li>
      ))}
    </ul>
  )
}

function PhoneSearch() {
  return (
    <>
      <button
        type="button"
        className="icon-button search-button"
        popoverTarget="search-box"
        aria-label="Search"
      >
        <SearchIcon />
      </button>
      <div
        ref={usePopoverClosedByNavigation<HTMLDivElement>()}
        id="search-box"
        popover="auto"
        className="search-box raised"
      >
        <search.Deferred>{renderPhoneSearch}</search.Deferred>
      </div>
    </>
  )
}

function MobileMenu() {
  const menu = usePopoverClosedByNavigation<HTMLElement>()
  return (
    <>
      <button
        type="button"
        className="icon-button phone-menu-button"
        popoverTarget="phone-menu"
        aria-label="Menu"
      >
        <MenuIcon />
        <CloseIcon />
      </button>
      <nav ref={menu} id="phone-menu" popover="auto" aria-label="Main" className="phone-menu raised">
        <MainLinks links={MOBILE_LINKS} />
        <AccountMenu isInsideMenu />
      </nav>
    </>
  )
}
