import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export type Counts = {
  passed: number
  failed: number
  skipped: number
  /** Why tests were skipped, as far as their titles say it: `(skipped: nginx is not installed)`. */
  skipReasons: string[]
  failures: string[]
}
export type ReportKind = 'vitest' | 'playwright'

const MAX_FAILURE_LINES = 12
const MAX_OUTPUT_LINES = 40

type EndedStep = { exitCode: number; output: string; report?: { path: string; kind: ReportKind } | undefined }

/** A step that fails without a failed test (compiler error, unhandled rejection, no tests found) gives the end of its output as the reason. */
export function readStepResults({ exitCode, output, report }: EndedStep): Counts {
  const counts = report
    ? readReport(report.path, report.kind)
    : { passed: exitCode === 0 ? 1 : 0, failed: 0, skipped: 0, skipReasons: [], failures: [] }
  if (exitCode === 0 && counts.failed === 0) return counts
  const failures = counts.failures.length > 0 ? counts.failures : [endOfOutput(exitCode, output)]
  return { ...counts, failed: Math.max(1, counts.failed), failures }
}

function endOfOutput(exitCode: number, output: string): string {
  const lines = writtenLines(output).slice(-MAX_OUTPUT_LINES)
  return [`it ended with exit code ${exitCode}; the end of its output:`, ...lines].join('\n    ')
}

const writtenLines = (text: string) =>
  stripVTControlCharacters(text)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')

function readReport(path: string, kind: ReportKind): Counts {
  try {
    const json = JSON.parse(readFileSync(path, 'utf8'))
    if (kind === 'vitest') {
      const { numPassedTests: passed, numFailedTests: failed, numPendingTests, numTodoTests } = json
      return {
        passed,
        failed,
        skipped: numPendingTests + numTodoTests,
        skipReasons: [...new Set<string>(json.testResults.flatMap(skipReasonsOfFile))],
        failures: json.testResults.flatMap(failuresOfFile),
      }
    }
    const { expected, unexpected, flaky, skipped } = json.stats
    return {
      passed: expected,
      failed: unexpected + flaky,
      skipped,
      skipReasons: [],
      failures: json.suites.flatMap(failuresOfSuite),
    }
  } catch {
    return { passed: 0, failed: 1, skipped: 0, skipReasons: [], failures: [] }
  }
}

type VitestFile = {
  name: string
  status: string
  message: string
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
}
function skipReasonsOfFile({ assertionResults }: VitestFile): string[] {
  const skipped = assertionResults.filter(({ status }) => !['passed', 'failed'].includes(status))
  return skipped.map(({ fullName }) => /\(skipped: (.*?)\)/.exec(fullName)?.[1] ?? fullName)
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

const failure = (file: string, title: string, message: string) =>
  [`${relative(process.cwd(), file)} › ${title}`, ...writtenLines(message).slice(0, MAX_FAILURE_LINES)].join(
    '\n    ',
  )
