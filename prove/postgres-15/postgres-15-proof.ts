import type { ProofDefinition } from '#prove/runner/proof.ts'
import { runVitestProject } from '#prove/runner/run-tests.ts'

/** `npm test` runs only the tests beside migrations, procedures and triggers, which depend on the PostgreSQL version. */
export const postgres15: ProofDefinition = {
  name: 'postgres-15',
  title: 'PostgreSQL 15',
  about:
    'All SQL tests on the oldest supported PostgreSQL. Run it before a release and after a change of SQL; `npm test` runs those beside migrations, procedures and triggers, without the races and histories, which here have their full length.',
  steps: [
    {
      name: 'sql',
      scenario: 'every `*.sql.test.ts` file on PostgreSQL 15',
      // Each file has its own database. Only here do races have their full length.
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
