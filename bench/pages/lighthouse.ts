import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findChromium } from '#scripts/chromium-path.ts'
import { startShop } from '#tests/fixtures/shops/running-shop.ts'
import { publicPages } from '#bench/runner/public-pages.ts'
import {
  median,
  formatMedianWithRange,
  type Benchmark,
  type BenchmarkTable,
} from '#bench/runner/benchmark.ts'

/** The number of runs that Lighthouse's documentation recommends; the median is reported. */
const RUNS = 5
const KINDS = new Set(['home', 'products', 'product', 'about', 'login'])
const SEARCH_RESULTS = '/products?q=elaichi'
const pages = [...publicPages.filter(({ id }) => KINDS.has(id)).map(({ path }) => path), SEARCH_RESULTS]
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const tools = join(import.meta.dirname, '../tools')
const command = join(tools, 'node_modules', '.bin', 'lighthouse')

type Audit = { numericValue?: number }
type Result = {
  categories: Record<
    (typeof CATEGORIES)[number],
    { score: number; auditRefs: { id: string; weight: number }[] }
  >
  audits: Record<string, Audit & { score: number | null; title: string }>
}

export const lighthouse: Benchmark = {
  name: 'lighthouse',
  title: 'Lighthouse on a phone',
  about:
    `Lighthouse 13.5 with its mobile defaults (a slow phone on simulated slow 4G), ${RUNS} runs a page: the median score (the lowest ` +
    'in brackets if it differs), the median and range of the times, and the largest layout shift. Each page was requested before, so that it is cached and compressed ' +
    'as for all but its first two visitors. The budget is 100 in all four, LCP at most 1.0 s and no shift.',
  measure,
}

async function measure(): Promise<BenchmarkTable> {
  install()
  const shop = await startShop({ main: 'app/main.ts' })
  const folder = mkdtempSync(join(tmpdir(), 'ninth-bend-lighthouse-'))
  try {
    await warmUpCompression(shop.url)
    const results = pages.map((path) => ({
      path,
      runs: Array.from({ length: RUNS }, () => visit(shop.url + path, join(folder, 'report.json'))),
    }))
    const lostPoints = new Set(
      results.flatMap(({ path, runs }) =>
        runs.flatMap((run) => failedAuditsOf(run).map((title) => `${path}: ${title}`)),
      ),
    )
    return {
      columns: ['page', ...CATEGORIES, 'FCP', 'LCP', 'CLS', 'blocked'],
      rows: results.map(({ path, runs }) => [
        path,
        ...CATEGORIES.map((category) =>
          scoreOf(runs.map((run) => Math.round(run.categories[category].score * 100))),
        ),
        seconds(runs, 'first-contentful-paint'),
        seconds(runs, 'largest-contentful-paint'),
        String(Math.max(...runs.map((run) => run.audits['cumulative-layout-shift']?.numericValue ?? 0))),
        `${median(runs.map((run) => run.audits['total-blocking-time']?.numericValue ?? 0)).toFixed(0)} ms`,
      ]),
      ...(lostPoints.size > 0 && { note: `Points lost: ${[...lostPoints].join('; ')}.` }),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await shop.stop()
  }
}

/** The second request of a page triggers its best compression, which runs in the background one page at a time. */
async function warmUpCompression(url: string) {
  const threeTimes = [pages, pages, pages].flat()
  for (const path of threeTimes)
    await (await fetch(url + path, { headers: { 'accept-encoding': 'br' } })).arrayBuffer()
  await pause(3000)
}

function scoreOf(scores: number[]) {
  const [middle, lowest] = [median(scores), Math.min(...scores)]
  return lowest < middle ? `${middle} (${lowest})` : String(middle)
}

const seconds = (runs: Result[], audit: string) =>
  formatMedianWithRange(
    runs.map((run) => run.audits[audit]?.numericValue ?? Number.NaN),
    (value) => `${(value / 1000).toFixed(2)} s`,
  )

function visit(url: string, file: string, attemptsLeft = 3): Result {
  const flags =
    '--headless=new --no-sandbox --disable-gpu --disable-quic --disable-background-networking --font-render-hinting=none'
  const run = spawnSync(
    process.execPath,
    [
      command,
      url,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--chrome-flags=${flags}`,
      `--only-categories=${CATEGORIES.join(',')}`,
    ],
    { env: { ...process.env, CHROME_PATH: findChromium() }, encoding: 'utf8' },
  )
  // Occasionally Chromium records no trace, independent of the page.
  if (run.status !== 0 && attemptsLeft > 1) return visit(url, file, attemptsLeft - 1)
  if (run.status !== 0) throw new Error(`Lighthouse could not visit ${url}:\n${run.stderr}`)
  return JSON.parse(readFileSync(file, 'utf8')) as Result
}

function failedAuditsOf({ categories, audits }: Result): string[] {
  return CATEGORIES.flatMap((category) => {
    const { score, auditRefs } = categories[category]
    if (score === 1) return []
    const failedAudits = auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    return failedAudits.map(({ id }) => `${category}, ${audits[id]!.title.toLowerCase()}`)
  })
}

/** Lighthouse is large, so it is installed only for this benchmark. */
function install() {
  if (existsSync(command)) return
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: tools, stdio: 'inherit' })
}
