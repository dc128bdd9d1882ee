import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runStep, type Step } from '#scripts/checks/run-step.ts'
import type { CheckCounter } from './proof.ts'

type TestRun = { environment?: Record<string, string>; checks: CheckCounter }

const BIN = join(import.meta.dirname, '../../node_modules/.bin')

export const runVitestProject = (project: string, { workers, ...run }: TestRun & { workers: number }) =>
  runTests(
    (reportPath) => ({
      name: project,
      command: [
        join(BIN, 'vitest'),
        'run',
        `--project=${project}`,
        `--maxWorkers=${workers}`,
        '--reporter=json',
        `--outputFile=${reportPath}`,
      ],
      report: { kind: 'vitest', project },
    }),
    run,
  )

export const runJourneys = (files: readonly string[], run: TestRun) =>
  runTests(
    () => ({
      name: 'journeys',
      command: [join(BIN, 'playwright'), 'test', ...files],
      report: { kind: 'playwright' },
    }),
    run,
  )

/** Each test is a check. Returns a note with the number of files. */
async function runTests(
  stepFor: (reportPath: string) => Step,
  { environment = {}, checks }: TestRun,
): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'ninth-bend-tests-'))
  try {
    const reportPath = join(directory, 'report.json')
    const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: reportPath, ...environment }
    const { passed, failures, files } = await runStep(stepFor(reportPath), {
      reportPath,
      env,
      write: () => {},
    })
    checks.add(
      passed + failures.length,
      failures.map(({ title, lines }) => `${title}: ${lines[0] ?? ''}`),
    )
    return `${files.length} files`
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
