import type { Head } from '#kit/document-head/head.ts'
import { HYDRATION_STATE_ID, type HydrationState } from '#kit/page-data/page-data.ts'
import type { Stylesheet } from './built-assets.ts'
import { encodeTexts } from './encode-texts.ts'
import type { InlineScripts } from './inline-scripts.ts'
import { escapeJson, commonHeadTags, pageHead, type ThemeColours } from './page-head.ts'

export type RouteStylesheets = ReadonlyMap<string, Stylesheet>
export type AreaAssets = {
  inlineScripts: InlineScripts
  scripts: string[]
  styles: string
  routeScripts: ReadonlyMap<string, string[]>
  sheets: RouteStylesheets
  themeColours: ThemeColours
}

/** `path` is null if the page must not contain its URL. */
type Page = {
  head: Head
  html: string
  start: Omit<HydrationState, 'scripts' | 'sheets'>
  path: string | null
  routeId: string
}

const OPENING = `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">`
const AFTER_HTML = Buffer.from(`</div><script type="application/json" id="${HYDRATION_STATE_ID}">`)

/** Contains everything that does not depend on the page. */
export function createDocumentTemplate({
  scripts,
  styles,
  routeScripts,
  sheets,
  themeColours,
  inlineScripts,
}: AreaAssets) {
  const end = Buffer.from(`</script>${inlineScripts.bodyEndScript}</body></html>`)
  const routeSheetUrls = [...new Set([...sheets.values()].map(({ href }) => href))]
  /** Encoded once, because 40 kB are the same on every page of a route group. */
  const headEnd = (routeStylesheet: Stylesheet | undefined) =>
    Buffer.from(
      `${commonHeadTags(themeColours)}<style>${styles}${routeStylesheet?.styles ?? ''}</style>${inlineScripts.headScript}</head><body><div id="root">`,
    )
  const areaHead = headEnd(undefined)
  const routeHeads = new Map(
    [...new Set(sheets.values())].map((stylesheet) => [stylesheet, headEnd(stylesheet)]),
  )
  const contentSecurityPolicy = [
    "default-src 'self'",
    `script-src 'self' ${inlineScripts.scriptSources}`,
    // Picture placeholders are style attributes, and the styles are inline.
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
      const routeStylesheet = sheets.get(routeId)
      const data: HydrationState = {
        ...start,
        scripts: [...new Set([...scripts, ...(routeScripts.get(routeId) ?? [])])],
        sheets: routeSheetUrls.filter((href) => href !== routeStylesheet?.href),
      }
      return encodeTexts([
        OPENING,
        pageHead({ head, path, identity: data.identity, publicUrl: data.publicUrl }),
        routeStylesheet ? routeHeads.get(routeStylesheet)! : areaHead,
        html,
        AFTER_HTML,
        escapeJson(data),
        end,
      ])
    },
  }
}
