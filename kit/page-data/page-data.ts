import type { AdministratorRole } from '#shop/administrator-role.ts'
import type { ShopIdentity } from '#shop/identity/shop-identity.ts'
import type { CartLimits } from '#shop/order-limits.ts'

export type PageError = { status: number; message: string }

export type PageData = {
  build: string
  /** Differs after the owner has changed a setting. */
  settings: number
  /** Omitted from the response to a form that navigates away. */
  loaderData?: Record<string, unknown>
  actionData?: Record<string, unknown> | null
  errors?: Record<string, PageError> | null
  redirect?: { to: string; reload: boolean }
}

export type HydrationState = PageData & {
  identity: ShopIdentity
  limits: CartLimits
  /** Set on admin pages, which have an administrator. */
  adminRole: AdministratorRole | null
  publicUrl: string
  scripts: string[]
  sheets: string[]
}

/** `/_data?u=/products?page=2` returns the data of that page. */
export const DATA_PATH = '/_data'
export const HYDRATION_STATE_ID = 'page-start'
