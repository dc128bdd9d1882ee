import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runStep } from '#scripts/checks/run-step.ts'
import type { CheckCounter } from './proof.ts'

const VITEST = join(import.meta.dirname, '../../node_modules/.bin/vitest')

/** Each test is a check. Returns a note with the number of files. */
export async function runVitestProject(
  project: string,
  {
    workers,
    environment = {},
    checks,
  }: { workers: number; environment?: Record<string, string>; checks: CheckCounter },
): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'ninth-bend-vitest-'))
  try {
    const reportPath = join(directory, 'report.json')
    const { passed, failures, files } = await runStep(
      {
        name: project,
        command: [
          VITEST,
          'run',
          `--project=${project}`,
          `--maxWorkers=${workers}`,
          '--reporter=json',
          `--outputFile=${reportPath}`,
        ],
        report: { kind: 'vitest', project },
      },
      { reportPath, env: { ...process.env, ...environment }, write: () => {} },
    )
    checks.add(
      passed + failures.length,
      failures.map(({ title, lines }) => `${title}: ${lines[0] ?? ''}`),
    )
    return `${files.length} files`
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
