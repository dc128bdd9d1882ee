import { Hono } from 'hono'
import { brandAssets } from '#kit/document-head/brand-assets.ts'
import { DATA_PATH } from '#kit/page-data/page-data.ts'
import type { ShopIdentity } from '#shop/identity/shop-identity.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { compressResponse } from '#platform/http/compression.ts'
import { SHOP_COLOURS } from '#app/pages/page-head.ts'
import { createSitemap } from './sitemap.ts'

const CACHE = 'public, max-age=3600'
/** Excludes pages with noindex, because a crawler must read a page to see its noindex. */
const DISALLOWED_PATHS = ['/admin', '/profile', '/checkout', DATA_PATH, '/api/', '/functions/']

export function seoRoutes(
  shop: Pick<ShopDependencies, 'db' | 'identity' | 'publicUrl'>,
  maxUrlsPerFile?: number,
): Hono {
  const sitemap = createSitemap(shop, maxUrlsPerFile)
  const robots = [
    'User-agent: *',
    ...DISALLOWED_PATHS.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${shop.publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
  const pending = new Map<string, Promise<string | null>>()

  async function xml(request: Request, write: () => Promise<string | null>) {
    const { pathname } = new URL(request.url)
    const text = pending.get(pathname) ?? write().finally(() => pending.delete(pathname))
    pending.set(pathname, text)
    const content = await text
    return content === null
      ? new Response(null, { status: 404 })
      : respond(request, 'application/xml; charset=utf-8', content)
  }

  const app = new Hono()
  app.get('/robots.txt', ({ req }) => respond(req.raw, 'text/plain; charset=utf-8', robots))
  app.get('/manifest.webmanifest', ({ req }) =>
    respond(req.raw, 'application/manifest+json', JSON.stringify(manifestOf(shop.identity))),
  )
  app.get('/sitemap.xml', ({ req }) => xml(req.raw, sitemap.rootFile))
  app.get('/sitemap-pages.xml', ({ req }) => xml(req.raw, sitemap.pages))
  app.get('/:file{sitemap-products-[1-9][0-9]{0,3}\\.xml}', ({ req }) => {
    const part = Number(/\d+/.exec(req.param('file')))
    return xml(req.raw, () => sitemap.products(part))
  })
  return app
}

async function respond(request: Request, type: string, text: string) {
  const headers = new Headers({ 'content-type': type, 'cache-control': CACHE })
  return new Response(await compressResponse(request, Buffer.from(text), headers), { headers })
}

const manifestOf = (identity: ShopIdentity) => ({
  id: '/',
  name: identity.name,
  short_name: identity.name,
  description: identity.tagline,
  lang: 'en-GB',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  // Keeps the browser's Back and Reload buttons.
  display: 'minimal-ui',
  background_color: SHOP_COLOURS.light,
  theme_color: SHOP_COLOURS.light,
  icons: brandAssets(identity).manifestIcons.map(({ src, size, purpose }) => ({
    src,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })),
})
