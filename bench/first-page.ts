import { chromium, type Page } from '@playwright/test'
import { browserPath } from '#scripts/browser-path.ts'
import { startShop } from '#tests/running-shop.ts'
import { publicPages } from './pages.ts'
import { kilobytes, type Part, type Table } from './part.ts'

const KINDS = ['Document', 'Script', 'Font', 'Image'] as const
type Kind = (typeof KINDS)[number]
type Bytes = Record<Kind | 'Other', number>

export const firstPage: Part = {
  name: 'first-page',
  title: 'What a first visit to each page fetches',
  about:
    'Bytes on the wire in Chromium with an empty cache, compressed as sent (brotli), a phone of 375 px, until the network ' +
    'is quiet: everything the page fetches by itself, scripts that come after `load` included. The budget is 100 kB of script.',
  measure,
}

async function measure(): Promise<Table> {
  const shop = await startShop({ main: 'server/main.ts' })
  const browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] })
  try {
    const rows: string[][] = []
    for (const path of publicPages) {
      const context = await browser.newContext({ viewport: { width: 375, height: 740 }, deviceScaleFactor: 2 })
      const bytes = await bytesOf(await context.newPage(), shop.url + path)
      await context.close()
      rows.push([path, ...[...KINDS, 'Other' as const].map((kind) => kilobytes(bytes[kind]))])
    }
    return { columns: ['page', 'HTML', 'scripts', 'fonts', 'pictures', 'other'], rows }
  } finally {
    await browser.close()
    await shop.stop()
  }
}

async function bytesOf(page: Page, url: string): Promise<Bytes> {
  const bytes: Bytes = { Document: 0, Script: 0, Font: 0, Image: 0, Other: 0 }
  const kinds = new Map<string, keyof Bytes>()
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  client.on('Network.responseReceived', ({ requestId, type }) => {
    kinds.set(requestId, KINDS.find((kind) => kind === type) ?? 'Other')
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes[kinds.get(requestId) ?? 'Other'] += encodedDataLength
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  return bytes
}
