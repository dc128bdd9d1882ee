import { shopRoutes } from '#app/shop-routes.ts'

const PRODUCT = 'malabar-cloves'

export const publicPages = shopRoutes
  .filter(
    ({ access, id }) =>
      access === 'public' && id !== 'not-found' && id !== 'verify-email' && id !== 'reset-password',
  )
  .map(({ id, path }) => ({ id, path: path.replace(':slug', PRODUCT) }))
