import { createCartRevalidation, type CartLineProduct } from './cart-revalidation.ts'
import { useSignal } from '#web/client/hydration/signal.ts'
import { cart } from '#web/cart/store/use-cart.ts'

export async function fetchCartProducts(ids: string[], signal?: AbortSignal): Promise<CartLineProduct[]> {
  const response = await fetch(
    `/api/cart?${new URLSearchParams({ ids: ids.join(',') })}`,
    signal && { signal },
  )
  if (!response.ok) throw new Error(`The cart could not be checked: ${response.status}`)
  return (await response.json()) as CartLineProduct[]
}

export const cartRevalidation = createCartRevalidation(cart, fetchCartProducts)
export const useCartRevalidation = () => useSignal(cartRevalidation.stateSignal)
