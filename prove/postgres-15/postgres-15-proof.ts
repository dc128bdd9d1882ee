import type { ProofDefinition } from '#prove/runner/proof.ts'
import { runVitestProject } from '#prove/runner/run-tests.ts'

/** `npm test` runs only the files in db/ that hold what a version of PostgreSQL can change. */
export const postgres15: ProofDefinition = {
  name: 'postgres-15',
  title: 'PostgreSQL 15',
  about:
    'All SQL tests on the oldest supported PostgreSQL. Run it before a release and after a change in `db/`; `npm test` runs those of `db/`, without the races and histories, which here have their full length.',
  steps: [
    {
      name: 'sql',
      scenario: 'every `*.sql.test.ts` file on PostgreSQL 15',
      // Each file has its own database. Races have their full length, which they have nowhere else.
      runProof: (_proofContext, checks) =>
        runVitestProject('sql-15', {
          workers: 2,
          environment: { RACE_ROUNDS: process.env['RACE_ROUNDS'] ?? '100' },
          checks,
        }),
    },
  ],
  mutants: [],
}
