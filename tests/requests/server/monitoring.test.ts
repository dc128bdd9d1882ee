import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#tests/fixtures/shops/free-port.ts'
import {
  hasPrometheus,
  MONITORING_FILES,
  NEEDS_PROMETHEUS,
  startPrometheus,
} from '#tests/fixtures/shops/prometheus.ts'
import { startShop, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'

const PROCESSES = 2
let shop: RunningShop
let metricsPort: number
beforeAll(async () => {
  metricsPort = await freePort()
  shop = await startShop({
    env: {
      DEMO: 'off',
      PROCESSES: String(PROCESSES),
      METRICS_PORT: String(metricsPort),
      NODE_NAME: 'shop-1',
    },
  })
}, 180_000)
afterAll(() => shop?.stop())

const readMetrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
/** The sum over all processes. */
const sumOf = (metrics: string, start: string) =>
  [...metrics.matchAll(/^(ninth_bend_\S+) (\S+)$/gm)]
    .filter(([, series]) => series!.startsWith(start))
    .reduce((sum, [, , value]) => sum + Number(value), 0)

describe('A shop with two processes and a port for metrics', () => {
  test('MONITOR-1 MONITOR-2 has no metrics on the port of the shop', async () => {
    const response = await fetch(`${shop.url}/metrics`)
    expect(response.status).toBe(404)
    expect(await response.text()).not.toContain('ninth_bend_')
  })

  test('MONITOR-3 MONITOR-4 counts each request once, whichever process answers it from its cache or not', async () => {
    // Labels are in the order of the first counted request.
    const count = (text: string) =>
      ['route="products",status="200"', 'status="200",route="products"'].reduce(
        (sum, labels) => sum + sumOf(text, `ninth_bend_http_requests_total{method="GET",${labels}`),
        0,
      )
    const before = count(await readMetrics())
    const hitsBefore = sumOf(await readMetrics(), 'ninth_bend_page_cache_hits_total')
    for (let round = 0; round < 20; round += 1)
      await (await fetch(`${shop.url}/products`, { headers: { connection: 'close' } })).arrayBuffer()
    await expect.poll(async () => count(await readMetrics())).toBe(before + 20)
    const metrics = await readMetrics()
    expect(sumOf(metrics, 'ninth_bend_page_cache_hits_total') - hitsBefore).toBeGreaterThanOrEqual(
      20 - 2 * PROCESSES,
    )
    const processes = [...metrics.matchAll(/^process_start_time_seconds\{process="([\w-]+)"\}/gm)].map(
      ([, name]) => name,
    )
    expect(processes.toSorted()).toEqual(['primary', 'worker-1', 'worker-2'])
    // Metrics shared by all processes are read once.
    expect(metrics.match(/^ninth_bend_outbox_emails\{.*$/gm)).toHaveLength(1)
  })

  test('PERFORMANCE-10 addresses of what is not there cost a rendering for each process, not for each address', async () => {
    const renderings = async () => sumOf(await readMetrics(), 'ninth_bend_page_cache_misses_total')
    for (const address of [
      '/products?page=',
      '/products/nothing-',
      '/products?category=nothing-',
      '/nothing-',
    ]) {
      const before = await renderings()
      for (let number = 5001; number <= 5030; number += 1) {
        const response = await fetch(shop.url + address + String(number), {
          headers: { connection: 'close' },
        })
        await response.arrayBuffer()
        expect(response.status, address).toBe(404)
      }
      expect((await renderings()) - before, address).toBeLessThanOrEqual(PROCESSES)
    }
  })

  test('MONITOR-9 each log line has the node and its process', () => {
    const lines = shop
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines)
      expect(line).toMatchObject({ node: 'shop-1', pid: expect.any(Number) as unknown })
  })

  test.runIf(process.platform === 'linux')('each process keeps to the memory that npm start gives it', () => {
    const about = (pid: number, file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8')
    const pid = shop.process.pid!
    const children = about(pid, `task/${pid}/children`).trim().split(' ').map(Number)
    const ofShop = [pid, ...children].filter((one) => about(one, 'cmdline').includes('start-test-shop.ts'))
    expect(ofShop).toHaveLength(1 + PROCESSES)
    for (const one of ofShop) {
      expect(about(one, 'cmdline')).toContain('--use-largepages=silent')
      expect(about(one, 'cmdline')).toContain('--max-semi-space-size=')
      expect(about(one, 'environ')).toContain('MALLOC_ARENA_MAX=')
      expect(about(one, 'environ')).toContain('MALLOC_MMAP_THRESHOLD_=')
    }
  })

  test.skipIf(!hasPrometheus)(
    `MONITOR-12 Prometheus loads the rules and reads the shop${NEEDS_PROMETHEUS}`,
    async () => {
      const prometheus = await startPrometheus(`127.0.0.1:${metricsPort}`)
      try {
        await expect
          .poll(async () => prometheus.query('up{job="ninth-bend"}'))
          .toMatchObject([{ value: [expect.anything(), '1'] }])
        await expect
          .poll(async () => (await prometheus.query('count(ninth_bend_event_loop_utilisation)'))[0]?.value[1])
          .toBe('3')
        const wanted = [
          ...readFileSync(join(MONITORING_FILES, 'alert-rules.yml'), 'utf8').matchAll(/- alert: (\w+)/g),
        ]
        const rules = async () => (await prometheus.rules())!.groups.flatMap((group) => group.rules)
        await expect.poll(async () => (await rules()).filter(({ health }) => health !== 'ok')).toEqual([])
        expect((await rules()).map(({ name }) => name)).toEqual(wanted.map(([, name]) => name))
        expect(await prometheus.query('ALERTS{alertstate="firing"}')).toEqual([])
      } finally {
        await prometheus.stop()
      }
    },
  )
})
