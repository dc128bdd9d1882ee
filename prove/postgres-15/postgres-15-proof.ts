import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runStep } from '#scripts/checks/run-step.ts'
import type { ProofDefinition } from '#prove/runner/proof.ts'
import { isTestRun, skipInTestRun } from '#prove/runner/test-run.ts'

const VITEST = join(import.meta.dirname, '../../node_modules/.bin/vitest')
/** Each file has its own database. */
const WORKERS = 2

/** `npm test` runs only the files in db/, which hold what a version of PostgreSQL can change. */
export const postgres15: ProofDefinition = {
  name: 'postgres-15',
  title: 'PostgreSQL 15',
  about:
    'All SQL tests on the oldest supported PostgreSQL. Run it before a release and after a change in `db/`; `npm test` runs those of `db/`.',
  steps: [
    {
      name: 'sql',
      scenario: 'every `*.sql.test.ts` file on PostgreSQL 15',
      async runProof(proofContext, checks) {
        if (isTestRun(proofContext)) return skipInTestRun(checks)
        const directory = mkdtempSync(join(tmpdir(), 'ninth-bend-postgres-15-'))
        try {
          const reportPath = join(directory, 'report.json')
          const project = 'sql-15'
          const { passed, failures, files } = await runStep(
            {
              name: project,
              command: [
                VITEST,
                'run',
                `--project=${project}`,
                `--maxWorkers=${WORKERS}`,
                '--reporter=json',
                `--outputFile=${reportPath}`,
              ],
              report: { kind: 'vitest', project },
            },
            { reportPath, env: process.env, write: () => {} },
          )
          checks.add(
            passed + failures.length,
            failures.map(({ title, lines }) => `${title}: ${lines[0] ?? ''}`),
          )
          return `${files.length} files`
        } finally {
          rmSync(directory, { recursive: true, force: true })
        }
      },
    },
  ],
  mutants: [],
}
