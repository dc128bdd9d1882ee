import { z } from 'zod'
import { FEATURED_ORDER_LIMIT } from '#shop/constants.ts'
import { isValidId } from '#shop/ids.ts'
import { orderByPlaces } from '#features/catalogue/products/order-by-places.ts'
import type { Picture } from '#features/catalogue/products/product.ts'

export type FeaturedProduct = {
  id: string
  name: string
  category_name: string
  is_active: boolean
  picture: Picture | null
}

export type FeaturedOrder = {
  /** At most as many as can be ordered. */
  products: FeaturedProduct[]
  isMore: boolean
  hasPlaces: boolean
}

const ids = z.array(z.string().refine(isValidId)).max(FEATURED_ORDER_LIMIT).default([])

/** The products in the form's order, and in the order when it was opened. Without scripts, each has its position as a number. */
export const featuredOrderForm = z
  .object({ product: ids, seen: ids, place: z.array(z.string()).max(FEATURED_ORDER_LIMIT).default([]) })
  .transform(({ product, seen, place }) => ({ seen, order: orderByPlaces(product, place) }))
