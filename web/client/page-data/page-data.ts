import type { ShopIdentity } from '#shop/identity/shop-identity.ts'
import type { CartLimits } from '#shop/settings/order-limits.ts'

/** An error as it travels to the browser: what a person may know, and nothing of the server's insides. */
export type PageError = { status: number; message: string }

/** What the server answers at {@link DATA_PATH}: a page without its HTML. */
export type PageData = {
  build: string
  /** Left out of the answer to a form that leads away from its page. */
  loaderData?: Record<string, unknown>
  actionData?: Record<string, unknown> | null
  errors?: Record<string, PageError> | null
  redirect?: { to: string; reload: boolean }
}

/** What a rendered page carries for the browser to carry on from. */
export type HydrationState = PageData & {
  identity: ShopIdentity
  limits: CartLimits
  publicUrl: string
  /** What the page's scripts are, fetched side by side. */
  scripts: string[]
  /** Sheets that the pages after this one may need. */
  sheets: string[]
}

/** `/_data?u=/products?page=2` is the data of that page. */
export const DATA_PATH = '/_data'
export const HYDRATION_STATE_ID = 'page-start'
