import {
  listCategoryAddresses,
  countProductAddresses,
  listProductAddresses,
} from '#features/catalogue/storefront/sitemap-addresses.server.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { shopRoutes } from '#app/shop-routes.ts'

type Site = Pick<ShopDependencies, 'db' | 'publicUrl'>
type Address = { path: string; updatedAt?: string }

/** sitemaps.org allows 50,000. */
const MAX_URLS_PER_FILE = 45_000
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const EXCLUDED_ROUTES = new Set([
  'login',
  'register',
  'stock-alerts',
  'verify-email',
  'forgot-password',
  'reset-password',
  'not-found',
])

const XML_ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
const escapeXml = (text: string) => text.replace(/[&<>"']/g, (character) => XML_ESCAPES[character]!)

const fixedPages = (): Address[] =>
  shopRoutes
    .filter(({ id, path, access }) => access === 'public' && !path.includes(':') && !EXCLUDED_ROUTES.has(id))
    .map(({ path }) => ({ path }))

/** One file if all URLs fit into it, otherwise an index with parts. Each file costs one query. */
export function createSitemap(site: Site, maxUrlsPerFile = MAX_URLS_PER_FILE) {
  // Only products have a modification date; lists have none.
  const lists = async () => [
    ...fixedPages(),
    ...(await listCategoryAddresses(site)).map(({ slug }) => ({ path: `/products?category=${slug}` })),
  ]
  const products = async (offset: number) => {
    const rows = await listProductAddresses(site, { offset, limit: maxUrlsPerFile })
    return rows.map(({ slug, updated_at }) => ({ path: `/products/${slug}`, updatedAt: updated_at }))
  }
  const xml = (addresses: Address[]) => urlSet(site.publicUrl, addresses)

  return {
    async rootFile(): Promise<string> {
      const [pages, count] = await Promise.all([lists(), countProductAddresses(site)])
      if (pages.length + count <= maxUrlsPerFile) return xml([...pages, ...(await products(0))])
      const parts = Array.from(
        { length: Math.ceil(count / maxUrlsPerFile) },
        (_, part) => `/sitemap-products-${part + 1}.xml`,
      )
      return sitemapIndex(site.publicUrl, ['/sitemap-pages.xml', ...parts])
    },
    pages: async (): Promise<string> => xml(await lists()),
    /** `/sitemap-products-1.xml` and so on; null if it does not exist. */
    async products(part: number): Promise<string | null> {
      const addresses = await products((part - 1) * maxUrlsPerFile)
      return addresses.length > 0 ? xml(addresses) : null
    },
  }
}

const xmlDocument = (element: string, content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${element} xmlns="${NAMESPACE}">\n${content}</${element}>\n`

const urlSet = (publicUrl: string, addresses: Address[]) =>
  xmlDocument(
    'urlset',
    addresses
      .map(
        ({ path, updatedAt }) =>
          `<url><loc>${escapeXml(publicUrl + path)}</loc>${updatedAt ? `<lastmod>${updatedAt}</lastmod>` : ''}</url>\n`,
      )
      .join(''),
  )

const sitemapIndex = (publicUrl: string, paths: string[]) =>
  xmlDocument(
    'sitemapindex',
    paths.map((path) => `<sitemap><loc>${escapeXml(publicUrl + path)}</loc></sitemap>\n`).join(''),
  )
