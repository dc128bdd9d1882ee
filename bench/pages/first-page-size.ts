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
  title: 'Size of a first visit',
  about:
    'Bytes of the response bodies in Chromium with an empty cache, compressed as sent (brotli), on a phone of ' +
    '375 px at a device pixel ratio of 2, until the network is idle: everything that the page loads without interaction, including scripts loaded after ' +
    '`load`. The budget is 100 kB of script.',
  measure,
}

async function measure(): Promise<BenchmarkTable> {
  const shop = await startShop({ main: 'app/main.ts' })
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
