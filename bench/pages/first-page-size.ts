import { chromium, type Page } from '@playwright/test'
import { findChromium } from '#scripts/chromium-path.ts'
import { startShop } from '#tests/fixtures/shops/running-shop.ts'
import { publicPages } from '#bench/runner/public-pages.ts'
import { formatKilobytes, type Benchmark, type BenchmarkTable } from '#bench/runner/benchmark.ts'

const KINDS = ['document', 'script', 'font', 'image'] as const
type Kind = (typeof KINDS)[number]
type Bytes = Record<Kind | 'other', number>

export const firstPageSize: Benchmark = {
  name: 'first-page',
  title: 'What a first visit to each page fetches',
  about:
    'Bytes of the answers in Chromium with an empty cache, compressed as sent (brotli) and without their headers, a phone of ' +
    '375 px at twice the density, until the network is quiet: everything the page fetches by itself, scripts that come after ' +
    '`load` included. The budget is 100 kB of script.',
  measure,
}

async function measure(): Promise<BenchmarkTable> {
  const shop = await startShop({ main: 'server/main.ts' })
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  try {
    const rows: string[][] = []
    for (const { path } of publicPages) {
      const context = await browser.newContext({
        viewport: { width: 375, height: 740 },
        deviceScaleFactor: 2,
      })
      const bytes = await bytesOf(await context.newPage(), shop.url + path)
      await context.close()
      rows.push([path, ...[...KINDS, 'other' as const].map((kind) => formatKilobytes(bytes[kind]))])
    }
    return { columns: ['page', 'HTML', 'scripts', 'fonts', 'pictures', 'other'], rows }
  } finally {
    await browser.close()
    await shop.stop()
  }
}

async function bytesOf(page: Page, url: string): Promise<Bytes> {
  const bytes: Bytes = { document: 0, script: 0, font: 0, image: 0, other: 0 }
  const sized: Promise<void>[] = []
  page.on('requestfinished', (request) => {
    const kind = KINDS.find((one) => one === request.resourceType()) ?? 'other'
    sized.push(request.sizes().then(({ responseBodySize }) => void (bytes[kind] += responseBodySize)))
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  await Promise.all(sized)
  return bytes
}
