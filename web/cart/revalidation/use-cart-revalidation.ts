import { createFreshness, type LineFact } from './cart-revalidation.ts'
import { useSignal } from '#web/client/hydration/signal.ts'
import { cart } from '#web/cart/store/use-cart.ts'

/** What is true now of the products with these ids; what is not sold is not among them (D15). */
export async function askServer(ids: string[], signal?: AbortSignal): Promise<LineFact[]> {
  const response = await fetch(`/api/cart?${new URLSearchParams({ ids: ids.join(',') })}`, signal && { signal })
  if (!response.ok) throw new Error(`The cart could not be checked: ${response.status}`)
  return (await response.json()) as LineFact[]
}

export const freshness = createFreshness(cart, askServer)
export const useFreshness = () => useSignal(freshness.news)
