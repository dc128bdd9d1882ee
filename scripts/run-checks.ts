import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findChromium } from './chromium-path.ts'

/** `npm test`: runs all checks and tests, then prints a summary with durations. */
type Step = { name: string; command: string[]; report?: 'vitest' | 'playwright' }
type Counts = { passed: number; failed: number; skipped: number; failures: string[] }
type Result = Counts & { name: string; seconds: number }

const bin = join(import.meta.dirname, '..', 'node_modules', '.bin')
const reports = mkdtempSync(join(tmpdir(), 'ninth-bend-check-'))
const node = process.execPath
/** Two SQL files may run in parallel because each has its own database; tests of the shared shop may not. */
const PARALLEL_WORKERS = 2
const MAX_FAILURE_LINES = 12
const vitest = (name: string, project: string, workers = 1): Step => ({
  name,
  command: [
    join(bin, 'vitest'),
    'run',
    `--project=${project}`,
    `--maxWorkers=${workers}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${join(reports, `${name}.json`)}`,
  ],
  report: 'vitest',
})

/** Sequential; steps of an inner list run in parallel. */
const steps: Step[][] = [
  [
    { name: 'types', command: [join(bin, 'tsc'), '-p', 'tsconfig.json'] },
    { name: 'spelling', command: [join(bin, 'cspell'), '--no-progress', '--no-summary', '.'] },
  ],
  [
    { name: 'lint', command: [join(bin, 'oxlint'), '--type-aware', '--deny-warnings'] },
    { name: 'dead exports and dependencies', command: [join(bin, 'knip'), '--no-progress'] },
  ],
  [{ name: 'types of the rules, without DOM', command: [join(bin, 'tsc'), '-p', 'tsconfig.shop.json'] }],
  [{ name: 'formatting', command: [join(bin, 'oxfmt'), '--check', '.'] }],
  [{ name: 'row types match the database', command: [node, 'scripts/generate-schema.ts', '--check'] }],
  [{ name: 'requirements have tests', command: [node, 'scripts/requirements.ts', '--check'] }],
  [vitest('rules and boundaries', 'unit*', PARALLEL_WORKERS)],
  [vitest('SQL on PostgreSQL 18', 'sql-18', PARALLEL_WORKERS)],
  [vitest('SQL on PostgreSQL 15', 'sql-15', PARALLEL_WORKERS)],
  // Tests of the shared shop run one at a time; the others start their own shops.
  [vitest('whole requests', 'requests'), vitest('whole shops, started and ended', 'shops', PARALLEL_WORKERS)],
  [{ name: 'browser', command: [join(bin, 'playwright'), 'test'], report: 'playwright' }],
]

/** Left out by `npm test -- quick`, which says so at its end. */
const SLOW_STEPS = ['SQL on PostgreSQL 15', 'whole requests', 'whole shops, started and ended', 'browser']
const isQuick = process.argv.includes('quick')
const selectedNames = process.argv.slice(2).filter((word) => word !== 'quick')
const hasWord = ({ name }: Step, word: string) =>
  name.toLowerCase().split(/[ ,]+/).includes(word.toLowerCase())
const unknownNames = selectedNames.filter((word) => !steps.flat().some((step) => hasWord(step, word)))
if (unknownNames.length > 0) {
  console.error(
    `There is no check named ${unknownNames.join(', ')}. There are: quick; ${steps
      .flat()
      .map(({ name }) => name)
      .join('; ')}.`,
  )
  process.exit(1)
}
const results: Result[] = []
process.env['CHROMIUM_PATH'] = findChromium()
const startedAt = performance.now()
const isSelected = (step: Step) =>
  !(isQuick && SLOW_STEPS.includes(step.name)) &&
  (selectedNames.length === 0 || selectedNames.some((word) => hasWord(step, word)))
for (const parallelSteps of steps) {
  const selected = parallelSteps.filter(isSelected)
  if (selected.length > 0) results.push(...(await Promise.all(selected.map(run))))
}
printSummary(results)
if (isQuick) console.log(`Not run: ${SLOW_STEPS.join('; ')}.`)
rmSync(reports, { recursive: true, force: true })
process.exitCode = results.some((result) => result.failed > 0) ? 1 : 0

async function run(step: Step, index: number): Promise<Result> {
  const start = performance.now()
  const [command, ...args] = step.command as [string, ...string[]]
  const report = join(reports, `${step.name}.json`)
  const title = `\n── ${step.name}`
  // Output of the second step is buffered, so that the two do not mix.
  const isBuffered = index > 0
  if (!isBuffered) console.log(title)
  let buffered = ''
  const code = await new Promise<number>((resolve) => {
    const child = spawn(command, args, {
      stdio: isBuffered ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (buffered += text))
    child.on('close', (exitCode) => resolve(exitCode ?? 1))
    child.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
  })
  if (isBuffered) console.log(`${title}\n${buffered}`)
  const seconds = (performance.now() - start) / 1000
  const counts = step.report
    ? count(report, step.report)
    : { passed: code === 0 ? 1 : 0, failed: 0, skipped: 0, failures: [] }
  // A runner may fail without a failed test (no tests found, crash).
  const failed = code === 0 ? counts.failed : Math.max(1, counts.failed)
  return { name: step.name, ...counts, failed, seconds }
}

function count(path: string, kind: 'vitest' | 'playwright'): Counts {
  try {
    const json = JSON.parse(readFileSync(path, 'utf8'))
    if (kind === 'vitest') {
      const { numPassedTests: passed, numFailedTests: failed, numPendingTests, numTodoTests } = json
      return {
        passed,
        failed,
        skipped: numPendingTests + numTodoTests,
        failures: json.testResults.flatMap(failuresOfFile),
      }
    }
    const { expected, unexpected, flaky, skipped } = json.stats
    return {
      passed: expected,
      failed: unexpected + flaky,
      skipped,
      failures: json.suites.flatMap(failuresOfSuite),
    }
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: ['it wrote no report'] }
  }
}

type VitestFile = {
  name: string
  status: string
  message: string
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
}
function failuresOfFile({ name, status, message, assertionResults }: VitestFile): string[] {
  const failed = assertionResults.filter((test) => test.status === 'failed')
  // A file whose setup fails has no failed test.
  if (failed.length === 0 && status === 'failed') return [failure(name, 'the file itself', message)]
  return failed.map((test) => failure(name, test.fullName, test.failureMessages.join('\n')))
}

type PlaywrightTest = { results: { error?: { message?: string } }[] }
type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs: { ok: boolean; file: string; title: string; tests: PlaywrightTest[] }[]
}
function failuresOfSuite({ suites = [], specs }: PlaywrightSuite): string[] {
  const failedSpecs = specs.filter(({ ok }) => !ok)
  const failureText = failedSpecs.map(({ file, title, tests: attempts }) =>
    failure(
      file,
      title,
      attempts.flatMap((attempt) => attempt.results.map(({ error }) => error?.message ?? '')).join('\n'),
    ),
  )
  return [...failureText, ...suites.flatMap(failuresOfSuite)]
}

function failure(file: string, title: string, message: string) {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim())
  return [`${relative(process.cwd(), file)} › ${title}`, ...lines.slice(0, MAX_FAILURE_LINES)].join('\n    ')
}

function printSummary(all: Result[]) {
  console.log('\n')
  for (const { name, passed, failed, skipped, seconds } of all) {
    const words = [`${passed} passed`, failed ? `${failed} FAILED` : '', skipped ? `${skipped} skipped` : '']
    console.log(`${name.padEnd(36)} ${words.filter(Boolean).join(', ').padEnd(28)} ${seconds.toFixed(1)} s`)
  }
  for (const { name, failures } of all)
    for (const failureText of failures) console.log(`\n✗ ${name}: ${failureText}`)
  const sum = (key: 'passed' | 'failed') => all.reduce((total, result) => total + result[key], 0)
  console.log(`\nIn all ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
}
