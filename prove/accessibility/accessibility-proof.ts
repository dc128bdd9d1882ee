import { globSync, readFileSync } from 'node:fs'
import type { ProofDefinition } from '#prove/runner/proof.ts'
import { runJourneys } from '#prove/runner/run-tests.ts'

const journeysWithViews = () =>
  globSync('tests/journeys/**/*.spec.ts').filter((path) =>
    readFileSync(path, 'utf8').includes('#tests/fixtures/browser/accessibility-views.ts'),
  )

/** `npm test` checks each page and each state on a phone and in light. */
export const accessibility: ProofDefinition = {
  name: 'accessibility',
  title: 'Accessibility at each width, in light and dark',
  about:
    'Every page of the route table and every state that a journey checks, by all rules of axe: at 360, 768 and 1280 px in light, at 768 and 1280 px in dark, and whether it scrolls sideways at 320 px. Run it before a release and after a change of styles; `npm test` checks each once, at 360 px in light.',
  steps: [
    {
      name: 'views',
      scenario: 'each page and each state in each view has no violation',
      runProof: (_proofContext, checks) =>
        runJourneys(journeysWithViews(), { environment: { ACCESSIBILITY_VIEWS: 'all' }, checks }),
    },
  ],
  mutants: [],
}
