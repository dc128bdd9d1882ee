import type { LoaderFunctionArgs } from 'react-router'
import { PermissionDenied, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { shopContext } from '#kit/requests/request-contexts.ts'
import { requireAdmin } from '#kit/requests/route-guards.server.ts'

type AdminPage = Pick<LoaderFunctionArgs, 'params' | 'context'> & {
  shop: ShopDependencies
  admin: Admin
  query: URLSearchParams
}

/** The loader of an admin page, which requires an administrator. */
export const adminLoader =
  <Data>(read: (page: AdminPage) => Promise<Data>) =>
  async ({ request, params, context }: LoaderFunctionArgs): Promise<Data> => {
    const admin = requireAdmin(context, request)
    return read({
      shop: context.get(shopContext),
      admin,
      query: new URL(request.url).searchParams,
      params,
      context,
    })
  }

/** Null if it could not be read, which is logged with `fields`. A missing permission is no failure. */
export const readOrNull = <Read>(
  shop: ShopDependencies,
  what: string,
  reading: Promise<Read>,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Read | null> =>
  reading.catch((error: unknown) => {
    if (error instanceof PermissionDenied) throw error
    shop.log.error({ ...fields, error }, `${what} could not be read`)
    return null
  })
