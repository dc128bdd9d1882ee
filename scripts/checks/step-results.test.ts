import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTimes } from './run-step.ts'
import { readStepResults } from './step-results.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ninth-bend-step-results-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function vitestReport(failedTests: string[], numPassedTests = 1977) {
  const path = join(folder, 'report.json')
  const assertionResults = failedTests.map((fullName) => ({
    status: 'failed',
    fullName,
    failureMessages: ['expected 1 to be 2\n  at here'],
  }))
  writeFileSync(
    path,
    JSON.stringify({
      numPassedTests,
      numFailedTests: failedTests.length,
      numPendingTests: 3,
      numTodoTests: 1,
      testResults: [{ name: 'a.test.ts', status: 'passed', message: '', assertionResults }],
    }),
  )
  return { path, kind: 'vitest', project: 'sql-18' } as const
}

test('a runner that fails without a failed test shows the last forty lines of its output, without colours', () => {
  const lines = Array.from({ length: 60 }, (_, index) => `line ${index + 1}`)
  const output = `${lines.join('\n\n')}\n\u001b[31mUnhandled Rejection: the pooler refused\u001b[39m\n\n`
  const counts = readStepResults({ exitCode: 1, output, report: vitestReport([]) })
  expect(counts).toMatchObject({ passed: 1977, failed: 1, skipped: 4 })
  expect(counts.failures).toHaveLength(1)
  const { title, lines: shown } = counts.failures[0]!
  expect(title).toBe('it ended with exit code 1; the end of its output:')
  expect(shown).toHaveLength(40)
  expect(shown[0]).toBe('line 22')
  expect(shown.at(-1)).toBe('Unhandled Rejection: the pooler refused')
})

test('failed tests are the reason themselves, and so is the output of a step without a report', () => {
  const counts = readStepResults({
    exitCode: 1,
    output: 'noise',
    report: vitestReport(['ORDER-1 it moves (twice)']),
  })
  expect(counts).toMatchObject({ failed: 1 })
  expect(counts.failures).toEqual([
    {
      title: 'a.test.ts › ORDER-1 it moves (twice)',
      lines: ['expected 1 to be 2', '  at here'],
      command: String.raw`npx vitest run --project=sql-18 a.test.ts -t '^ORDER-1 it moves \(twice\)$'`,
    },
  ])

  expect(readStepResults({ exitCode: 2, output: 'a.ts(1,1): error TS1005', report: undefined })).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
    skipReasons: [],
    failures: [
      { title: 'it ended with exit code 2; the end of its output:', lines: ['a.ts(1,1): error TS1005'] },
    ],
    files: [],
  })
})

test('a missing report is a failure, also after exit code 0', () => {
  const report = { path: join(folder, 'none.json'), kind: 'playwright' } as const
  expect(readStepResults({ exitCode: 0, output: '', report }).failed).toBe(1)
  expect(readStepResults({ exitCode: 1, output: 'No tests found', report }).failures[0]!.lines).toEqual([
    'No tests found',
  ])
  expect(readStepResults({ exitCode: 0, output: 'fine', report: undefined })).toEqual({
    passed: 1,
    failed: 0,
    skipped: 0,
    skipReasons: [],
    failures: [],
    files: [],
  })
})

test('skipped tests say why, each reason once', () => {
  const report = vitestReport([])
  const json = JSON.parse(readFileSync(report.path, 'utf8'))
  const skipped = ['behind nginx', 'behind nginx with HTTP/2'].map((title) => ({
    status: 'skipped',
    fullName: `PROXY-6 counted ${title} (skipped: nginx is not installed)`,
    failureMessages: [],
  }))
  json.testResults[0].assertionResults = [
    ...skipped,
    { status: 'passed', fullName: 'PROXY-6 counted (skipped: never)', failureMessages: [] },
    { status: 'skipped', fullName: 'UPLOAD-1 memory', failureMessages: [] },
  ]
  writeFileSync(report.path, JSON.stringify(json))
  expect(readStepResults({ exitCode: 0, output: '', report }).skipReasons).toEqual([
    'nginx is not installed',
    'UPLOAD-1 memory',
  ])
})

test('a failed journey names its file, line and pictures', () => {
  const path = join(folder, 'browser.json')
  const results = [
    {
      duration: 1500,
      error: { message: 'the button is hidden' },
      attachments: [{ path: '/tmp/failed.png' }, { name: 'no file' }],
    },
  ]
  const spec = { ok: false, file: 'cart.spec.ts', line: 12, title: 'CART-1 it adds', tests: [{ results }] }
  const suites = [{ specs: [], suites: [{ specs: [spec] }] }]
  const stats = { expected: 3, unexpected: 1, flaky: 0, skipped: 0 }
  const config = { rootDir: join(process.cwd(), 'tests/journeys') }
  writeFileSync(path, JSON.stringify({ stats, config, suites }))
  const counts = readStepResults({ exitCode: 1, output: '', report: { path, kind: 'playwright' } })
  expect(counts.failures).toEqual([
    {
      title: 'tests/journeys/cart.spec.ts › CART-1 it adds',
      lines: ['the button is hidden'],
      command: 'npx playwright test tests/journeys/cart.spec.ts:12',
      pictures: ['/tmp/failed.png'],
    },
  ])
  expect(counts.files).toEqual([{ file: 'tests/journeys/cart.spec.ts', seconds: 1.5 }])
})

test('the processor time of a step is that of its shell and of all that it ran', () => {
  expect(readTimes('0m0.01s 0m0.02s\n1m2.50s 0m3.25s\n')).toBeCloseTo(65.78)
  expect(readTimes('')).toBe(0)
})
