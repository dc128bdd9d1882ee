import type { ProofDefinition } from '#prove/runner/proof.ts'
import { runVitestProject } from '#prove/runner/run-tests.ts'

export const formerBuild: ProofDefinition = {
  name: 'former-build',
  title: 'The build before',
  about:
    'The build before and this one on one database, as in a deploy and in a rollback (ADR-54). Run it before a release and after a change of SQL; it needs a clone with history.',
  steps: [
    {
      name: 'deploy',
      scenario: 'the build before runs beside this one, starts again, and is put back',
      runProof: (_proofContext, checks) => runVitestProject('former-build', { workers: 1, checks }),
    },
  ],
  mutants: [],
}
