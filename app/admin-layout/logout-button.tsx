import { useState } from 'react'
import { signOut } from '#features/accounts/browser-session/sign-out.tsx'

export function LogoutButton() {
  const [isSigningOut, setSigningOut] = useState(false)
  return (
    <form
      method="post"
      action="/logout"
      onSubmit={(event) => {
        event.preventDefault()
        if (isSigningOut) return
        setSigningOut(true)
        void signOut('/admin?notice=signed-out')
      }}
    >
      <input type="hidden" name="area" value="admin" />
      <button type="submit" className="bar-link" aria-disabled={isSigningOut || undefined}>
        Logout
      </button>
    </form>
  )
}
