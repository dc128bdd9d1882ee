import { useEffect } from 'react'
import { ChevronDownIcon, PersonIcon } from '#kit/display/icons.tsx'
import { usePopoverClosedByNavigation } from '#kit/popovers/popover.ts'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { followAccountList } from '#features/catalogue/avoided-allergens/follow-account-list.tsx'
import { useSession } from '#features/accounts/browser-session/browser-session.tsx'
import { signOut } from '#features/accounts/browser-session/sign-out.tsx'

const MENU_ID = 'account-menu'

export function AccountList({ label }: { label: string }) {
  return (
    <>
      <p className="eyebrow px-3 pt-3">{label}</p>
      <AccountLinks />
    </>
  )
}

function AccountLinks() {
  const { user } = useSession()
  const userId = user?.id
  useEffect(() => {
    if (userId) void followAccountList(userId)
  }, [userId])
  return (
    <ul className="nav-list nav-list-down">
      <li>
        <ShopLink to="/profile" className="nav-link">
          Profile
        </ShopLink>
      </li>
      <li>
        <ShopLink to="/profile/orders" className="nav-link">
          Orders
        </ShopLink>
      </li>
      <li>
        <button type="button" className="nav-link" onClick={() => void signOut()}>
          Sign out
        </button>
      </li>
    </ul>
  )
}

export function AccountPopover({ label }: { label: string }) {
  const menu = usePopoverClosedByNavigation<HTMLDivElement>()
  return (
    <>
      <button type="button" className="nav-link account-button" popoverTarget={MENU_ID}>
        <PersonIcon />
        <span className="max-w-32 truncate">{label}</span>
        <ChevronDownIcon width="16" height="16" />
      </button>
      <div ref={menu} id={MENU_ID} popover="auto" className="account-popover raised">
        <AccountLinks />
      </div>
    </>
  )
}
