import { redirect, type RouterContextProvider } from 'react-router'
import { accountsContext, responseContext, shopContext } from '#web/http/request-contexts.ts'
import { safeReturnPath } from '#web/http/route-guards.server.ts'

/** Throws a redirect for somebody who is signed in. The page of others stays public. */
export async function redirectSignedIn(request: Request, context: Readonly<RouterContextProvider>) {
  const { headers } = context.get(responseContext)
  const current = await context
    .get(accountsContext)
    .readActor(request.headers, 'shop')
    .catch((error: unknown) => {
      context.get(shopContext).log.error({ error }, 'a session could not be read on a sign-in page')
      return null
    })
  if (!current) return
  for (const cookie of current.setCookies) headers.append('set-cookie', cookie)
  const isSignedIn = current.actor.kind === 'customer'
  if (isSignedIn || current.setCookies.length > 0) headers.set('cache-control', 'no-store')
  if (isSignedIn) throw redirect(safeReturnPath(new URL(request.url).searchParams.get('return')) ?? '/')
}
