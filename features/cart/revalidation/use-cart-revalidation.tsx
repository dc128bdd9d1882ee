import { createCartRevalidation, type CartLineProduct } from './cart-revalidation.tsx'
import { useSignal } from '#kit/hydration/signal.ts'
import { cart } from '#features/cart/store/use-cart.tsx'

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
