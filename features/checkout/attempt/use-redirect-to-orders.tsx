import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { checkoutAttempts } from './stored-attempt.tsx'

/** The order is marked as shown only when checkout is left, so that a reload or another tab still finds it. */
export function useRedirectToOrders(notice: 'order-placed' | 'order-already-placed' | null) {
  const navigate = useNavigate()
  // Back within checkout cancels the navigation, so it is started again.
  const { key: locationKey } = useLocation()
  useEffect(() => {
    if (notice) void navigate(`/profile/orders?notice=${notice}`, { replace: true })
  }, [notice, navigate, locationKey])
  useEffect(() => {
    if (!notice) return undefined
    const key = checkoutAttempts.unshownOrderKey()
    return () => checkoutAttempts.markShown(key)
  }, [notice])
}
