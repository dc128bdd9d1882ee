import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export type Counts = {
  passed: number
  failed: number
  skipped: number
  /** Why tests were skipped, if their titles say so: `(skipped: nginx is not installed)`. */
  skipReasons: string[]
  failures: Failure[]
  files: FileSeconds[]
}
export type Failure = {
  title: string
  /** The first line is the error; the others show where it was thrown. */
  lines: string[]
  /** The shell command that runs only this test. */
  command?: string
  /** Browser screenshots and traces. */
  pictures?: string[]
}
type FileSeconds = { file: string; seconds: number }
export type ReportKind = 'vitest' | 'playwright'

const MAX_FAILURE_LINES = 12
const MAX_OUTPUT_LINES = 40

type EndedStep = {
  exitCode: number
  output: string
  /** `project` is Vitest's. */
  report?: { path: string; kind: ReportKind; project?: string } | undefined
}

/** If a step fails without a failed test (compiler error, unhandled rejection, no tests found), the end of its output is the reason. */
export function readStepResults({ exitCode, output, report }: EndedStep): Counts {
  const counts = report
    ? readReport(report)
    : { passed: exitCode === 0 ? 1 : 0, failed: 0, skipped: 0, skipReasons: [], failures: [], files: [] }
  if (exitCode === 0 && counts.failed === 0) return counts
  const failures = counts.failures.length > 0 ? counts.failures : [endOfOutput(exitCode, output)]
  return { ...counts, failed: Math.max(1, counts.failed), failures }
}

const endOfOutput = (exitCode: number, output: string): Failure => ({
  title: `it ended with exit code ${exitCode}; the end of its output:`,
  lines: writtenLines(output).slice(-MAX_OUTPUT_LINES),
})

const writtenLines = (text: string) =>
  stripVTControlCharacters(text)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')

function readReport({ path, kind, project }: NonNullable<EndedStep['report']>): Counts {
  try {
    const json = JSON.parse(readFileSync(path, 'utf8'))
    return kind === 'vitest' ? countsOfVitest(json, project) : countsOfPlaywright(json)
  } catch {
    return { passed: 0, failed: 1, skipped: 0, skipReasons: [], failures: [], files: [] }
  }
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: VitestFile[]
}
type VitestFile = {
  name: string
  status: string
  message: string
  startTime?: number
  endTime?: number
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
}

function countsOfVitest(report: VitestReport, project: string | undefined): Counts {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    skipReasons: [...new Set(report.testResults.flatMap(skipReasonsOfFile))],
    failures: report.testResults.flatMap((file) => failuresOfFile(file, project)),
    files: report.testResults.map(({ name, startTime = 0, endTime = 0 }) => ({
      file: fromRoot(name),
      seconds: (endTime - startTime) / 1000,
    })),
  }
}

function skipReasonsOfFile({ assertionResults }: VitestFile): string[] {
  const skipped = assertionResults.filter(({ status }) => !['passed', 'failed'].includes(status))
  return skipped.map(({ fullName }) => /\(skipped: (.*?)\)/.exec(fullName)?.[1] ?? fullName)
}

function failuresOfFile({ name, status, message, assertionResults }: VitestFile, project = '*'): Failure[] {
  const file = fromRoot(name)
  const command = `npx vitest run --project=${quote(project)} ${quote(file)}`
  const failed = assertionResults.filter((test) => test.status === 'failed')
  // A file whose setup fails has no failed test.
  if (failed.length === 0 && status === 'failed') {
    return [{ title: `${file} › the file itself`, lines: failureLines(message), command }]
  }
  return failed.map(({ fullName, failureMessages }) => ({
    title: `${file} › ${fullName}`,
    lines: failureLines(failureMessages.join('\n')),
    command: `${command} -t ${quote(`^${escapePattern(fullName)}$`)}`,
  }))
}

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  config?: { rootDir: string }
  suites: PlaywrightSuite[]
}
type PlaywrightSpec = {
  ok: boolean
  file: string
  line: number
  title: string
  tests: {
    results: { duration?: number; error?: { message?: string }; attachments?: { path?: string }[] }[]
  }[]
}
type PlaywrightSuite = { suites?: PlaywrightSuite[]; specs: PlaywrightSpec[] }

function countsOfPlaywright({ stats, config, suites }: PlaywrightReport): Counts {
  const folder = config ? `${fromRoot(config.rootDir)}/` : ''
  const specs = suites.flatMap(specsOf)
  const seconds = new Map<string, number>()
  for (const { file, tests } of specs) {
    const milliseconds = tests.flatMap(({ results }) => results).map(({ duration = 0 }) => duration)
    seconds.set(
      file,
      milliseconds.reduce((sum, each) => sum + each / 1000, seconds.get(file) ?? 0),
    )
  }
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    skipReasons: [],
    failures: specs.filter(({ ok }) => !ok).map((spec) => failureOfSpec(spec, folder)),
    files: [...seconds].map(([file, each]) => ({ file: folder + file, seconds: each })),
  }
}

const specsOf = ({ suites = [], specs }: PlaywrightSuite): PlaywrightSpec[] => [
  ...specs,
  ...suites.flatMap(specsOf),
]

function failureOfSpec({ file, line, title, tests }: PlaywrightSpec, folder: string): Failure {
  const results = tests.flatMap((each) => each.results)
  return {
    title: `${folder}${file} › ${title}`,
    lines: failureLines(results.map(({ error }) => error?.message ?? '').join('\n')),
    command: `npx playwright test ${quote(`${folder}${file}:${line}`)}`,
    pictures: results.flatMap(({ attachments = [] }) => attachments.flatMap(({ path }) => path ?? [])),
  }
}

const escapePattern = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

const failureLines = (message: string) => writtenLines(message).slice(0, MAX_FAILURE_LINES)

const fromRoot = (path: string) => relative(process.cwd(), path)

const quote = (text: string) => (/^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
