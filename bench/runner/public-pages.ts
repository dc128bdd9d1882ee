import { shopRoutes } from '#web/shop-routes.ts'

/** A demonstration product as the representative of all. */
const PRODUCT = 'malabar-cloves'

/** All public pages of the route table. */
export const publicPages = shopRoutes
  .filter(
    ({ access, id }) =>
      access === 'public' && id !== 'not-found' && id !== 'verify-email' && id !== 'reset-password',
  )
  .map(({ id, path }) => ({ id, path: path.replace(':slug', PRODUCT) }))
