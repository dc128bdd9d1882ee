import { isValidId } from '#shop/ids.ts'
import { MAX_CART_LINES, MAX_LINE_QUANTITY, MAX_PRICE } from '#shop/constants.ts'
import { NO_SIZE_LIMITS } from '#shop/order-limits.ts'
import { addLine, cartTotal, EMPTY_CART, type CartLine, type CartLines } from './cart.ts'

const MAX_TEXT_LENGTH = 600
const CART_ID = /^[\w-]{8,100}$/

/** The ID is the idempotency key of the order placed from the cart. */
export type StoredCart = { id: string | null; lines: CartLines }

export const serialiseCart = ({ id, lines }: StoredCart): string =>
  JSON.stringify({ ...(id && { id }), lines, total: cartTotal(lines) })

/** Never throws: repairs values, and drops invalid lines and quantities below 1. Ignores the stored total. */
export function parseCart(stored: string | null): StoredCart {
  const cart = parse(stored)
  const parsedLines = (Array.isArray(cart['lines']) ? cart['lines'] : [])
    .slice(0, MAX_CART_LINES)
    .map(readLine)
  // A cart stored under other limits stays complete until its shopper decides.
  const lines = parsedLines.reduce<CartLines>(
    (all, line) => (line ? addLine(all, line, MAX_LINE_QUANTITY, NO_SIZE_LIMITS) : all),
    EMPTY_CART,
  )
  const { id } = cart
  return { id: typeof id === 'string' && CART_ID.test(id) ? id : null, lines }
}

function parse(stored: string | null): Record<string, unknown> {
  try {
    const cart: unknown = JSON.parse(stored ?? 'null')
    return isRecord(cart) ? cart : {}
  } catch {
    return {}
  }
}

function readLine(stored: unknown): CartLine | null {
  if (!isRecord(stored)) return null
  const { id, name, image_url, price, quantity } = stored
  if (typeof id !== 'string' || !isValidId(id) || typeof name !== 'string' || !name.trim()) return null
  if (typeof price !== 'number' || !(price >= 0 && price <= MAX_PRICE)) return null
  if (typeof quantity !== 'number') return null
  return {
    id: id.toLowerCase(),
    name: name.slice(0, MAX_TEXT_LENGTH),
    image_url: typeof image_url === 'string' && isOwnPath(image_url) ? image_url : null,
    price: Math.round(price * 100) / 100,
    quantity: Math.min(Math.floor(quantity), MAX_LINE_QUANTITY),
  }
}

/** Stored data must not make the page request other sites. */
const isOwnPath = (url: string) => url.length <= MAX_TEXT_LENGTH && /^\/(?!\/)\S*$/.test(url)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
