import type { Head } from '#web/client/document-head/head.ts'
import { PAGE_START_ID, type PageStart } from '#web/client/page-data/page-data.ts'
import type { Sheet } from './built-assets.ts'
import { firstPaint } from './inline-scripts.ts'
import { escapeJson, fixedHead, pageHead, type ThemeColours } from './page-head.ts'

/** The sheet of a route's part of the shop, by route id. */
export type PartSheets = ReadonlyMap<string, Sheet>
export type AreaAssets = {
  scripts: string[]
  styles: string
  screens: ReadonlyMap<string, string[]>
  sheets: PartSheets
  themeColours: ThemeColours
}

/** A path of null is one that the page must not name. */
type Page = { head: Head; html: string; start: Omit<PageStart, 'scripts' | 'sheets'>; path: string | null; routeId: string }

const OPENING =
  `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">`
const AFTER_HTML = Buffer.from(`</div><script type="application/json" id="${PAGE_START_ID}">`)
const END = Buffer.from(`</script>${firstPaint.atEnd}</body></html>`)

/** Prepared once for each area of the site: everything of the document that does not depend on the page. */
export function documentFor({ scripts, styles, screens, sheets, themeColours }: AreaAssets) {
  const partSheets = [...new Set([...sheets.values()].map(({ href }) => href))]
  /** Forty kilobytes that are the same on every page of a part of the shop stay the bytes that they are. */
  const middle = (own: Sheet | undefined) =>
    Buffer.from(
      `${fixedHead(themeColours)}<style>${styles}${own?.styles ?? ''}</style>${firstPaint.inHead}</head><body><div id="root">`,
    )
  const ofArea = middle(undefined)
  const ofParts = new Map([...new Set(sheets.values())].map((sheet) => [sheet, middle(sheet)]))
  const contentSecurityPolicy = [
    "default-src 'self'",
    `script-src 'self' ${firstPaint.scriptSources}`,
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
    page({ head, html, start, path, routeId }: Page): Buffer {
      const own = sheets.get(routeId)
      const data: PageStart = {
        ...start,
        scripts: [...new Set([...scripts, ...(screens.get(routeId) ?? [])])],
        sheets: partSheets.filter((href) => href !== own?.href),
      }
      return Buffer.concat([
        Buffer.from(OPENING + pageHead({ head, path, identity: data.identity, publicUrl: data.publicUrl })),
        own ? ofParts.get(own)! : ofArea,
        Buffer.from(html),
        AFTER_HTML,
        Buffer.from(escapeJson(data)),
        END,
      ])
    },
  }
}
