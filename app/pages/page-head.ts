import type { ShopIdentity } from '#shop/identity/shop-identity.ts'
import { escapeHtml } from '#shop/text/safe-html.ts'
import { brandAssets } from '#kit/document-head/brand-assets.ts'
import type { Head } from '#kit/document-head/head.ts'

/** The escaped text cannot close its script element. */
export const escapeJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/** Search engines truncate longer descriptions. */
const DESCRIPTION_LENGTH = 160
export type ThemeColours = { light: string; dark: string }
export const SHOP_COLOURS: ThemeColours = { light: '#fbf8f1', dark: '#12301f' }
export const BACK_OFFICE_COLOURS: ThemeColours = { light: '#fbf8f1', dark: '#111713' }
type Page = { head: Head; path: string | null; identity: ShopIdentity; publicUrl: string }

export const commonHeadTags = ({ light, dark }: ThemeColours) =>
  `<meta name="theme-color" content="${light}" media="(prefers-color-scheme:light)">` +
  `<meta name="theme-color" content="${dark}" media="(prefers-color-scheme:dark)">` +
  `<link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="/favicon.svg" type="image/svg+xml">` +
  `<link rel="apple-touch-icon" href="/apple-touch-icon.png">`

export function pageHead({ head, path, identity, publicUrl }: Page): string {
  const url = publicUrl + (head.canonical ?? path ?? '')
  const description = truncated(head.description ?? '')
  return (
    `<title>${escapeHtml(head.title)}</title>` +
    `<meta name="description" content="${escapeHtml(description)}">` +
    (path === null ? '' : `<link rel="canonical" href="${escapeHtml(url)}">`) +
    // Private and not-found pages are neither indexed nor shared.
    (head.noIndex
      ? `<meta name="robots" content="noindex">`
      : shareTags(head, { url, description, identity, publicUrl }) + structuredData(head))
  )
}

const structuredData = ({ structuredData: items = [] }: Head) =>
  items.map((item) => `<script type="application/ld+json">${escapeJson(item)}</script>`).join('')

function shareTags(
  head: Head,
  page: { url: string; description: string; identity: ShopIdentity; publicUrl: string },
): string {
  const picture = head.picture ?? brandAssets(page.identity).sharePicture
  const tags = {
    'og:type': head.isProduct ? 'product' : 'website',
    'og:site_name': page.identity.name,
    'og:locale': 'en_GB',
    'og:url': page.url,
    'og:title': head.title,
    'og:description': page.description,
    'og:image': page.publicUrl + picture.url,
    'og:image:type': 'image/jpeg',
    'og:image:width': String(picture.width),
    'og:image:height': String(picture.height),
    'og:image:alt': picture.alt,
  }
  const cards = { 'twitter:card': 'summary_large_image', 'twitter:image:alt': picture.alt }
  return (
    Object.entries(tags)
      .map(([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}">`)
      .join('') +
    Object.entries(cards)
      .map(([name, content]) => `<meta name="${name}" content="${escapeHtml(content)}">`)
      .join('')
  )
}

function truncated(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= DESCRIPTION_LENGTH) return line
  const end = line.lastIndexOf(' ', DESCRIPTION_LENGTH - 1)
  return `${line.slice(0, end > 0 ? end : DESCRIPTION_LENGTH - 1).replace(/[\s,.;:–-]+$/, '')}…`
}
