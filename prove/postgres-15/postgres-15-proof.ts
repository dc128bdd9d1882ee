import type { ProofDefinition } from '#prove/runner/proof.ts'
import { runVitestProject } from '#prove/runner/run-vitest-project.ts'

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
      // Each file has its own database.
      runProof: (proofContext, checks) => runVitestProject('sql-15', { workers: 2, proofContext, checks }),
    },
  ],
  mutants: [],
}
