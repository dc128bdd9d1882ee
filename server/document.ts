import { createHash } from 'node:crypto'
import type { Head } from '#web/kernel/head.ts'
import { PAGE_START_ID, type PageStart } from '#web/kernel/page-data.ts'

const HTML_ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => HTML_ESCAPES[character]!)
/** JSON that cannot end the script element it stands in. */
const escapeJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/**
 * The page is read before its scripts are fetched; they come with the first touch, key or pointer, or once the page
 * has loaded, whichever is first. Which they are stands in the page's data, so that this text never changes.
 */
const STARTER =
  `(()=>{let s=0;const e=['pointerdown','pointerover','keydown','touchstart','focusin'],` +
  `g=()=>{if(s)return;s=1;e.forEach(n=>removeEventListener(n,g));` +
  `JSON.parse(document.getElementById('${PAGE_START_ID}').textContent).scripts.forEach(u=>import(u))};` +
  `e.forEach(n=>addEventListener(n,g,{passive:true}));` +
  `document.readyState==='complete'?g():addEventListener('load',g)})()`

export type AreaAssets = { scripts: string[]; styles: string; screens: ReadonlyMap<string, string[]> }

type Page = { head: Head; html: string; start: Omit<PageStart, 'scripts'>; path: string; routeId: string }

/** Prepared once for each area of the site: everything of the document that does not depend on the page. */
export function documentFor({ scripts, styles, screens }: AreaAssets) {
  const scriptHash = createHash('sha256').update(STARTER).digest('base64')
  const contentSecurityPolicy = [
    "default-src 'self'",
    `script-src 'self' 'sha256-${scriptHash}'`,
    // Placeholders of pictures are style attributes, and the styles stand in the page itself.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

  return {
    contentSecurityPolicy,
    page({ head, html, start, path, routeId }: Page): string {
      const data: PageStart = { ...start, scripts: [...new Set([...scripts, ...(screens.get(routeId) ?? [])])] }
      const url = data.publicUrl + (head.canonical ?? path)
      const image = head.image ? new URL(head.image, data.publicUrl).href : undefined
      return (
        `<!doctype html><html lang="en-GB"><head><meta charset="utf-8">` +
        `<meta name="viewport" content="width=device-width,initial-scale=1">` +
        `<title>${escapeHtml(head.title)}</title>` +
        `<meta name="description" content="${escapeHtml(head.description ?? '')}">` +
        `<link rel="canonical" href="${escapeHtml(url)}">` +
        (head.noIndex ? `<meta name="robots" content="noindex">` : '') +
        `<meta property="og:title" content="${escapeHtml(head.title)}">` +
        `<meta property="og:site_name" content="${escapeHtml(data.identity.name)}">` +
        `<meta property="og:url" content="${escapeHtml(url)}">` +
        (head.description ? `<meta property="og:description" content="${escapeHtml(head.description)}">` : '') +
        (image ? `<meta property="og:image" content="${escapeHtml(image)}">` : '') +
        `<meta name="theme-color" content="#faf5ec"><link rel="icon" href="/favicon.svg" type="image/svg+xml">` +
        `<style>${styles}</style>` +
        (head.structuredData ?? [])
          .map((item) => `<script type="application/ld+json">${escapeJson(item)}</script>`)
          .join('') +
        `</head><body><div id="root">${html}</div>` +
        `<script type="application/json" id="${PAGE_START_ID}">${escapeJson(data)}</script>` +
        `<script>${STARTER}</script></body></html>`
      )
    },
  }
}
