import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { checkoutAttempts } from './stored-attempt.ts'

/**
 * Brings the shopper from checkout to their order, with the notice that the orders page shows there; null while there is
 * none to be brought to. Only once this page is left for another of the shop is the order's key let go: a reload on the
 * way, or another tab, still finds the order.
 */
export function useRedirectToOrders(notice: 'order-placed' | 'order-already-placed' | null) {
  const navigate = useNavigate()
  // A step back within checkout calls the way off, and it is taken up again.
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
