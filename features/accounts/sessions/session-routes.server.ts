import { Hono, type Context } from 'hono'
import type { Accounts } from '#features/accounts/accounts.server.ts'
import { NO_SESSION, SESSION_PATH, SIGNED_OUT_PATH, type SessionAnswer } from '#shop/session.ts'

const SIGN_OUT_PATH = '/logout'
const BODY_MAX_BYTES = 1024

export function sessionRoutes(accounts: Accounts): Hono {
  const routes = new Hono()

  routes.get(SESSION_PATH, async (context) => {
    const { answer: session, setCookies } = await accounts.readSession(context.req.raw.headers)
    return respond(context, 200, session, setCookies)
  })

  routes.post(SESSION_PATH, async (context) => {
    const { answer: session, setCookies } = await accounts.renewSession(context.req.raw.headers)
    return respond(context, session.user ? 200 : 401, session, setCookies)
  })

  routes.delete(SESSION_PATH, async (context) => {
    const { setCookies } = await accounts.signOut(context.req.raw.headers)
    return respond(context, 200, NO_SESSION, setCookies)
  })

  routes.post(SIGN_OUT_PATH, async (context) => {
    const area = await areaOf(context)
    const { setCookies } = await accounts.signOut(context.req.raw.headers)
    setCookieHeaders(context, setCookies)
    return context.redirect(area === 'admin' ? '/admin?notice=signed-out' : SIGNED_OUT_PATH, 303)
  })

  return routes
}

/** Ignores a body that is too large or not a form, so that sign-out succeeds anyway. */
async function areaOf(context: Context): Promise<unknown> {
  const length = Number(context.req.header('content-length') ?? 0)
  if (!(length > 0 && length <= BODY_MAX_BYTES)) return undefined
  const { area } = await context.req.parseBody().catch(() => ({ area: undefined }))
  return area
}

function respond(context: Context, status: 200 | 401, body: SessionAnswer, setCookies: string[]) {
  setCookieHeaders(context, setCookies)
  return context.json(body, status)
}

function setCookieHeaders(context: Context, setCookies: string[]) {
  for (const cookie of setCookies) context.header('set-cookie', cookie, { append: true })
  context.header('cache-control', 'no-store')
}
