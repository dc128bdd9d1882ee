import { categoryAddresses, countProductAddresses, productAddresses } from '#shop/catalogue/storefront/sitemap-addresses.server.ts'
import type { Shop } from '#shop/shop-dependencies.server.ts'
import { shopRoutes } from '#web/shop-routes.ts'

type Site = Pick<Shop, 'db' | 'publicUrl'>
type Address = { path: string; changed?: string }

/** The format allows 50,000 addresses in a file (sitemaps.org). */
const ADDRESSES_IN_A_FILE = 45_000
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
/** Pages that nobody looks for in a search engine. */
const LEFT_OUT = new Set(['login', 'register', 'verify-email', 'forgot-password', 'reset-password', 'not-found'])

const XML_ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
const escapeXml = (text: string) => text.replace(/[&<>"']/g, (character) => XML_ESCAPES[character]!)

const fixedPages = (): Address[] =>
  shopRoutes
    .filter(({ id, path, access }) => access === 'public' && !path.includes(':') && !LEFT_OUT.has(id))
    .map(({ path }) => ({ path }))

/**
 * The files that name every page worth finding, by their own paths: one where all addresses fit into it, otherwise one
 * that names the others. Each file costs one query of its rows.
 */
export function sitemapOf(site: Site, addressesInAFile = ADDRESSES_IN_A_FILE) {
  // Only a product says when it changed: a list changes with what stands in it, and nobody keeps when that was.
  const lists = async () => [...fixedPages(), ...(await categoryAddresses(site)).map(({ slug }) => ({ path: `/products?category=${slug}` }))]
  const products = async (offset: number) => {
    const rows = await productAddresses(site, { offset, limit: addressesInAFile })
    return rows.map(({ slug, updated_at }) => ({ path: `/products/${slug}`, changed: updated_at }))
  }
  const xml = (addresses: Address[]) => urlSet(site.publicUrl, addresses)

  return {
    /** `/sitemap.xml` */
    async first(): Promise<string> {
      const [pages, count] = await Promise.all([lists(), countProductAddresses(site)])
      if (pages.length + count <= addressesInAFile) return xml([...pages, ...(await products(0))])
      const parts = Array.from({ length: Math.ceil(count / addressesInAFile) }, (_, part) => `/sitemap-products-${part + 1}.xml`)
      return fileIndex(site.publicUrl, ['/sitemap-pages.xml', ...parts])
    },
    /** `/sitemap-pages.xml` */
    pages: async (): Promise<string> => xml(await lists()),
    /** `/sitemap-products-1.xml` and so on; null for one that does not exist. */
    async products(part: number): Promise<string | null> {
      const addresses = await products((part - 1) * addressesInAFile)
      return addresses.length > 0 ? xml(addresses) : null
    },
  }
}

const declared = (element: string, content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${element} xmlns="${NAMESPACE}">\n${content}</${element}>\n`

const urlSet = (publicUrl: string, addresses: Address[]) =>
  declared(
    'urlset',
    addresses
      .map(({ path, changed }) => `<url><loc>${escapeXml(publicUrl + path)}</loc>${changed ? `<lastmod>${changed}</lastmod>` : ''}</url>\n`)
      .join(''),
  )

const fileIndex = (publicUrl: string, paths: string[]) =>
  declared('sitemapindex', paths.map((path) => `<sitemap><loc>${escapeXml(publicUrl + path)}</loc></sitemap>\n`).join(''))
