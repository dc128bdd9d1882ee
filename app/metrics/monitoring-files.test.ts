import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasPrometheus, MONITORING_FILES, NEEDS_PROMETHEUS } from '#tests/fixtures/shops/prometheus.ts'
import { createMetrics, formatMetrics } from './metrics.ts'

const read = (name: string) => readFileSync(join(MONITORING_FILES, name), 'utf8')

/** Metrics that Prometheus itself creates. */
const OF_PROMETHEUS = new Set(['up', 'ALERTS'])
const METRIC = /\b(?:ninth_bend|nodejs|process)_[a-z0-9_]+|\bup(?=\{)|\bALERTS\b/g

async function exportMetrics(): Promise<string> {
  const metrics = createMetrics('only')
  metrics.watchPools({ poolUsage: () => [{ pool: 'visitor', open: 1, idle: 1, waiting: 0, max: 8 }] })
  metrics.watchShop({ db: {} as never, dataDirectory: '/' })
  metrics.requests.watchPageCache({
    counts: () => ({ hits: 0, misses: 0 }),
    size: () => ({ pages: 0, bytes: 0 }),
  })
  return formatMetrics([await metrics.collect()])
}

async function exportedNames(): Promise<Set<string>> {
  const names = [...(await exportMetrics()).matchAll(/^# TYPE (\S+) (\S+)$/gm)]
  return new Set(
    names.flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name!],
    ),
  )
}
type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] }

test('MONITOR-11 alert rules, their test and the dashboard name only metrics that exist', async () => {
  const exported = await exportedNames()
  const { panels } = JSON.parse(read('grafana-dashboard.json')) as Dashboard
  const sources = {
    rules: read('alert-rules.yml'),
    'test of the rules': read('alert-rules-test.yml'),
    ...Object.fromEntries(
      panels.map(({ title, targets }) => [title, targets.map(({ expr }) => expr).join('\n')]),
    ),
  }
  for (const [source, text] of Object.entries(sources)) {
    const named = [...text.matchAll(METRIC)].map(([name]) => name)
    expect(named.length, source).toBeGreaterThan(0)
    expect(
      named.filter((name) => !exported.has(name) && !OF_PROMETHEUS.has(name)),
      source,
    ).toEqual([])
  }
})

test('MONITOR-11 each metric of the shop is on the dashboard or in a rule', async () => {
  const used = read('grafana-dashboard.json') + read('alert-rules.yml')
  const ofShop = [...(await exportedNames())].filter(
    (name) => name.startsWith('ninth_bend_') && !/_(?:sum|count)$/.test(name),
  )
  expect(ofShop.length).toBeGreaterThan(15)
  expect(ofShop.filter((name) => !used.includes(name))).toEqual(['ninth_bend_page_cache_bytes'])
})

test('MONITOR-11 the page about the fleet has each metric of the shop, and no other', async () => {
  const page = readFileSync('docs/operations/fleet.md', 'utf8')
  const rows = [...page.matchAll(/^\| (`ninth_bend_.*?) \|/gm)].flatMap(([, cell]) => cell!.match(/[\w…]+/g)!)
  const described = rows
    .filter((name) => /^(?:ninth_bend|…)_/.test(name))
    .map((name) => name.replace('…', ''))
  const ofShop = [...(await exportedNames())]
    .filter((name) => name.startsWith('ninth_bend_') && !/_(?:sum|count)$/.test(name))
    .map((name) => name.replace(/_bucket$/, ''))
  expect(ofShop.filter((name) => !described.some((end) => name.endsWith(end)))).toEqual([])
  expect(described.filter((end) => !ofShop.some((name) => name.endsWith(end)))).toEqual([])
})

test('MONITOR-11 the alarm about refused orders, and the page about it, name reasons that exist', async () => {
  const reasons = new Set(
    [...(await exportMetrics()).matchAll(/reason="([a-z-]+)"/g)].map(([, name]) => name),
  )
  const action = /alert: ManyOrdersRefused[^]*?action: '(.*)'/.exec(read('alert-rules.yml'))![1]!
  const row = /`ManyOrdersRefused` \| (.*) \|/.exec(
    readFileSync('docs/operations/troubleshooting.md', 'utf8'),
  )![1]!
  for (const text of [action, row]) {
    const named = text.match(/\b[a-z]+(?:-[a-z]+)+/g)!
    expect(named.length).toBeGreaterThan(3)
    expect(named.filter((name) => !reasons.has(name))).toEqual([])
  }
})

test('MONITOR-11 each alert has a severity, what happened and what to do, and is tested', () => {
  const alerts = read('alert-rules.yml')
    .split(/^ {6}- alert: /m)
    .slice(1)
  expect(alerts.length).toBeGreaterThan(10)
  const tests = read('alert-rules-test.yml')
  for (const alert of alerts) {
    const name = alert.split('\n')[0]!
    for (const part of [/severity: (?:page|ticket)/, /summary: '.+'/, /action: '.+'/])
      expect(alert, name).toMatch(part)
    expect(tests, name).toContain(`alertname: ${name}, exp_alerts: []`)
    expect(tests, name).toContain(`{alertname="${name}"}`)
  }
})

test.skipIf(!hasPrometheus)(
  `MONITOR-12 promtool accepts the rules and runs their test${NEEDS_PROMETHEUS}`,
  () => {
    const run = (...words: string[]) => spawnSync('promtool', words, { cwd: MONITORING_FILES }).status
    expect(run('check', 'rules', 'alert-rules.yml')).toBe(0)
    expect(run('test', 'rules', 'alert-rules-test.yml')).toBe(0)
    expect(run('check', 'config', 'prometheus.yml')).toBe(0)
  },
)
