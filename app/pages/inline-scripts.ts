import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type InlineScripts = { headScript: string; bodyEndScript: string; scriptSources: string }

/** The inline scripts of every page, built from kit/page-start, and their CSP sources. */
export async function loadInlineScripts(folder: string): Promise<InlineScripts> {
  const [beforePaint, pageStart] = await Promise.all(
    ['before-paint.js', 'page-start.js'].map(async (name) =>
      (await readFile(join(folder, name), 'utf8')).trim(),
    ),
  )
  return {
    headScript: `<script>${beforePaint}</script>`,
    bodyEndScript: `<script>${pageStart}</script>`,
    scriptSources: [beforePaint!, pageStart!]
      .map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
      .join(' '),
  }
}
