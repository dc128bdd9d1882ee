import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserPath } from './browser-path.ts'

/** `npm test`: every check and every test, one after another, and at the end what was run and how long it took. */
type Step = { name: string; command: string[]; report?: 'vitest' | 'playwright' }
type Result = { name: string; passed: number; failed: number; skipped: number; seconds: number }

const bin = join(import.meta.dirname, '..', 'node_modules', '.bin')
const reports = mkdtempSync(join(tmpdir(), 'ninth-bend-check-'))
const node = process.execPath
const vitest = (name: string, ...projects: string[]): Step => ({
  name,
  command: [
    join(bin, 'vitest'),
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${join(reports, `${name}.json`)}`,
  ],
  report: 'vitest',
})

const steps: Step[] = [
  { name: 'types', command: [join(bin, 'tsc'), '-p', 'tsconfig.json'] },
  { name: 'types of the rules, without DOM', command: [join(bin, 'tsc'), '-p', 'tsconfig.shop.json'] },
  { name: 'lint', command: [join(bin, 'oxlint'), '--deny-warnings'] },
  { name: 'row types match the database', command: [node, 'scripts/generate-schema.ts', '--check'] },
  { name: 'spec map is complete', command: [node, 'scripts/spec-map.ts', '--check'] },
  vitest('rules and boundaries', 'unit'),
  vitest('SQL on PostgreSQL 18', 'sql-18'),
  vitest('SQL on PostgreSQL 15', 'sql-15'),
  vitest('whole requests', 'requests'),
  { name: 'browser', command: [join(bin, 'playwright'), 'test'], report: 'playwright' },
]

const only = process.argv.slice(2)
const results: Result[] = []
process.env['CHROMIUM_PATH'] = browserPath()
for (const step of steps) {
  if (only.length > 0 && !only.some((word) => step.name.toLowerCase().split(/[ ,]+/).includes(word.toLowerCase()))) continue
  console.log(`\n── ${step.name}`)
  results.push(await run(step))
}
tell(results)
rmSync(reports, { recursive: true, force: true })
process.exitCode = results.some((result) => result.failed > 0) ? 1 : 0

async function run(step: Step): Promise<Result> {
  const start = performance.now()
  const [command, ...args] = step.command as [string, ...string[]]
  const report = join(reports, `${step.name}.json`)
  const code = await new Promise<number>((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report } })
    child.on('exit', (exitCode) => resolve(exitCode ?? 1))
    child.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
  })
  const seconds = (performance.now() - start) / 1000
  const counts = step.report ? count(report, step.report) : { passed: code === 0 ? 1 : 0, failed: 0, skipped: 0 }
  // A runner that fails without a failed test (nothing found, a crash) is a failure all the same.
  const failed = code === 0 ? counts.failed : Math.max(1, counts.failed)
  return { name: step.name, ...counts, failed, seconds }
}

function count(path: string, kind: 'vitest' | 'playwright') {
  try {
    const json = JSON.parse(readFileSync(path, 'utf8'))
    if (kind === 'vitest') {
      return { passed: json.numPassedTests, failed: json.numFailedTests, skipped: json.numPendingTests + json.numTodoTests }
    }
    const { expected, unexpected, flaky, skipped } = json.stats
    return { passed: expected, failed: unexpected + flaky, skipped }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}

function tell(all: Result[]) {
  console.log('\n')
  for (const { name, passed, failed, skipped, seconds } of all) {
    const words = [`${passed} passed`, failed ? `${failed} FAILED` : '', skipped ? `${skipped} skipped` : '']
    console.log(`${name.padEnd(36)} ${words.filter(Boolean).join(', ').padEnd(28)} ${seconds.toFixed(1)} s`)
  }
  const sum = (key: 'passed' | 'failed' | 'seconds') => all.reduce((total, result) => total + result[key], 0)
  console.log(`\nIn all ${sum('seconds').toFixed(0)} s.`)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
}
