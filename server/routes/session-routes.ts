import { Hono, type Context } from 'hono'
import type { Accounts } from '#shop/accounts/accounts.server.ts'
import { NO_SESSION, type SessionAnswer } from '#shop/accounts/sessions/session.ts'

const SESSION_PATH = '/api/session'
const SIGN_OUT_PATH = '/logout'
const BODY_MAX_BYTES = 1024

/** What the browser's session keeper talks to, and the sign-out of a page whose scripts have not loaded. */
export function sessionRoutes(accounts: Accounts): Hono {
  const routes = new Hono()

  routes.get(SESSION_PATH, async (context) => {
    const { answer: session, setCookies } = await accounts.readSession(context.req.raw.headers)
    return answer(context, 200, session, setCookies)
  })

  routes.post(SESSION_PATH, async (context) => {
    const { answer: session, setCookies } = await accounts.renewSession(context.req.raw.headers)
    return answer(context, session.user ? 200 : 401, session, setCookies)
  })

  routes.delete(SESSION_PATH, async (context) => {
    const { setCookies } = await accounts.signOut(context.req.raw.headers)
    return answer(context, 200, NO_SESSION, setCookies)
  })

  /** `area=admin` leads back to the back-office's sign-in, everything else to the shop. */
  routes.post(SIGN_OUT_PATH, async (context) => {
    const area = await areaOf(context)
    const { setCookies } = await accounts.signOut(context.req.raw.headers)
    setCookieHeaders(context, setCookies)
    return context.redirect(area === 'admin' ? '/admin' : '/', 303)
  })

  return routes
}

/** A body that is no small form says nothing; the sign-out happens all the same. */
async function areaOf(context: Context): Promise<unknown> {
  const length = Number(context.req.header('content-length') ?? 0)
  if (!(length > 0 && length <= BODY_MAX_BYTES)) return undefined
  const { area } = await context.req.parseBody().catch(() => ({ area: undefined }))
  return area
}

function answer(context: Context, status: 200 | 401, body: SessionAnswer, setCookies: string[]) {
  setCookieHeaders(context, setCookies)
  return context.json(body, status)
}

function setCookieHeaders(context: Context, setCookies: string[]) {
  for (const cookie of setCookies) context.header('set-cookie', cookie, { append: true })
  context.header('cache-control', 'no-store')
}
