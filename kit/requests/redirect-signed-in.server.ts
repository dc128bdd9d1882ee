import { redirect, type RouterContextProvider } from 'react-router'
import type { Actor } from '#shop/permissions.ts'
import { accountsContext, responseContext, shopContext } from './request-contexts.ts'
import { safeReturnPath } from './route-guards.server.ts'

/** Throws a redirect for a signed-in customer. For others the page stays public. */
export const redirectSignedInCustomer = (request: Request, context: Readonly<RouterContextProvider>) =>
  redirectSignedIn(request, context, 'shop', (actor) =>
    actor.kind === 'customer'
      ? (safeReturnPath(new URL(request.url).searchParams.get('return')) ?? '/')
      : null,
  )

/** Throws a redirect to the actor's path, if there is one. */
export async function redirectSignedIn(
  request: Request,
  context: Readonly<RouterContextProvider>,
  area: 'shop' | 'admin',
  pathFor: (actor: Actor) => string | null,
) {
  const { headers } = context.get(responseContext)
  const current = await context
    .get(accountsContext)
    .readActor(request.headers, area)
    .catch((error: unknown) => {
      context.get(shopContext).log.error({ error }, 'a session could not be read on a sign-in page')
      return null
    })
  if (!current) return
  for (const cookie of current.setCookies) headers.append('set-cookie', cookie)
  const path = pathFor(current.actor)
  if (path || current.setCookies.length > 0) headers.set('cache-control', 'no-store')
  if (path) throw redirect(path)
}
