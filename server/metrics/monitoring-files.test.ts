import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasPrometheus, MONITORING_FILES, NEEDS_PROMETHEUS } from '#tests/fixtures/shops/prometheus.ts'
import { createMetrics, formatMetrics } from './metrics.ts'

const read = (name: string) => readFileSync(join(MONITORING_FILES, name), 'utf8')

/** Made by Prometheus itself. */
const OF_PROMETHEUS = new Set(['up', 'ALERTS'])
const METRIC = /\b(?:ninth_bend|nodejs|process)_[a-z0-9_]+|\bup(?=\{)|\bALERTS\b/g

async function exportedNames(): Promise<Set<string>> {
  const metrics = createMetrics('only')
  metrics.watchPools({ poolUsage: () => [{ pool: 'visitor', open: 1, idle: 1, waiting: 0, max: 8 }] })
  metrics.watchShop({ db: {} as never, dataDirectory: '/' })
  metrics.requests.watchPageCache({
    counts: () => ({ hits: 0, misses: 0 }),
    size: () => ({ pages: 0, bytes: 0 }),
  })
  const names = [...(await formatMetrics([await metrics.collect()])).matchAll(/^# TYPE (\S+) (\S+)$/gm)]
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
