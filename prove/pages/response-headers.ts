import { allRoutes } from '#app/all-routes.ts'
import { insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'
import { signInNewCustomer, signInAsAdmin, HttpClient } from '#tests/fixtures/http/http-client.ts'
import { SERVICE_PATHS } from '#prove/access/access-expectations.ts'
import type { ProofStep, CheckCounter } from '#prove/runner/proof.ts'

const PRIVATE_PATHS = /^\/(_data\?u=(\/|%2F))?(admin|profile|checkout|api\/session|logout)/i

/** A public page without private data. */
const ADMIN_SIGN_IN_PATH = /^\/(_data\?u=%2F)?admin$/

const SHORT_SCALE_LIMIT = 0.05

export const responseHeaders: ProofStep = {
  name: 'headers',
  scenario:
    'each route as HTML, as data and as a form, for a visitor, a customer and an administrator, over http and https: security headers, and no-store for personal pages',
  async runProof(proofContext, checks) {
    for (const publicUrl of [undefined, 'https://shop.example']) {
      const shop = await proofContext.open({
        env: { LOG_LEVEL: 'fatal', ...(publicUrl && { PUBLIC_URL: publicUrl }) },
      })
      const db = connectToShopDatabase(shop.dataDir)
      const product = await insertProduct(db)
      const origin = publicUrl ?? shop.url
      const [visitor, customer, owner] = [
        new HttpClient(shop.url, origin),
        await signInNewCustomer(shop.url, undefined, origin),
        await signInAsAdmin(shop.url, undefined, origin),
      ]
      const id = await placeOrderOverHttp(customer, [{ product, quantity: 1 }])
      await db.close()
      const pages = allRoutes.map(({ path }) =>
        path
          .replace(':id', id)
          .replace(':slug', `product-${product.id}`)
          .replace(/^\*|\*/, path === '*' ? '/nowhere' : 'nowhere'),
      )
      const isShort = proofContext.scale < SHORT_SCALE_LIMIT
      for (const client of [visitor, customer, owner]) {
        for (const path of [
          ...pages,
          ...pages.map((page) => `/_data?u=${encodeURIComponent(page)}`),
          ...SERVICE_PATHS,
          '/_data?u=//elsewhere.example',
        ]) {
          if (
            isShort &&
            client !== (/admin/.test(path) ? owner : /profile|checkout/.test(path) ? customer : visitor)
          )
            continue
          const request = async (what: string, init?: RequestInit) => {
            const answer = await client.copy().fetch(path, init)
            check(checks, what, answer, Boolean(publicUrl))
            // The event stream never ends.
            await answer.body?.cancel()
          }
          const post = (from: string) => ({
            method: 'POST',
            headers: { origin: from },
            body: new URLSearchParams({ a: 'b' }),
          })
          await request(path)
          if (client === visitor) await request(path)
          await request(`POST ${path}`, post(origin))
          await request(`POST from elsewhere ${path}`, post('https://elsewhere.example'))
        }
      }
    }
    return `${allRoutes.length} routes and ${SERVICE_PATHS.length} addresses of services`
  },
}

function check(checks: CheckCounter, what: string, { status, headers }: Response, isSecure: boolean) {
  const policy = headers.get('content-security-policy') ?? ''
  const isPage = headers.get('content-type')?.startsWith('text/html')
  const scripts =
    /script-src ([^;]*)/.exec(policy)?.[1] ?? (/default-src 'none'/.test(policy) ? "'none'" : '')
  const path = what.replace(/^POST (from elsewhere )?/, '')
  const rules: [string, boolean][] = [
    ['nosniff', headers.get('x-content-type-options') === 'nosniff'],
    ['Referrer-Policy', headers.get('referrer-policy') === 'strict-origin-when-cross-origin'],
    ['Cross-Origin-Opener-Policy', headers.get('cross-origin-opener-policy') === 'same-origin'],
    ['a policy for scripts', scripts !== '' && !/unsafe|\*|data:|https?:/.test(scripts)],
    ['nobody frames it', /frame-ancestors 'none'|sandbox/.test(policy)],
    ['base-uri and form-action', !isPage || /base-uri 'none'.*form-action '(self|none)'/.test(policy)],
    [
      'HSTS under https and only there',
      isSecure === /^max-age=\d{8}/.test(headers.get('strict-transport-security') ?? ''),
    ],
    [
      'no store for what is somebody’s own',
      !PRIVATE_PATHS.test(path) ||
        ADMIN_SIGN_IN_PATH.test(path) ||
        path === '/logout' ||
        /no-store/.test(headers.get('cache-control') ?? '') ||
        status === 403 ||
        status === 405,
    ],
    [
      'a cookie is never kept',
      !headers.has('set-cookie') || /no-store/.test(headers.get('cache-control') ?? ''),
    ],
    ['no word of what the server is', !headers.has('x-powered-by') && !headers.has('server')],
  ]
  for (const [rule, isMet] of rules)
    checks.expect(
      isMet,
      () => `${what} (${status}${isSecure ? ', https' : ''}): ${rule}: ${policy.slice(0, 40)}`,
    )
}
