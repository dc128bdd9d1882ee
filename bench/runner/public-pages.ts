import { shopRoutes } from '#web/shop-routes.ts'

/** A product and a category of the demonstration stand for all of them. */
const PRODUCT = 'malabar-cloves'

/** Every public page that is a page of its own, by the route table: nothing new is left out by accident. */
export const publicPages = shopRoutes
  .filter(({ access, id }) => access === 'public' && id !== 'not-found' && id !== 'verify-email' && id !== 'reset-password')
  .map(({ id, path }) => ({ id, path: path.replace(':slug', PRODUCT) }))
