import { afterAll, beforeAll, expect, test } from 'vitest'
import { proofs } from '#prove/proofs.ts'
import { runProof } from '#prove/runner/run-proof.ts'
import { startShop, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'

/** A hair of each long proof: `npm run prove` is the whole of it. */
const SCALE = 0.005

/** None that another file writes into at the same time, for some of them compare everything there is. */
let sharedShop: RunningShop
beforeAll(async () => {
  sharedShop = await startShop({ env: { DEMO: 'off' } })
})
afterAll(() => sharedShop.stop())

test.each(proofs)('$title: nothing wrong is found', async (proof) => {
  const stepResults = await runProof(proof, { scale: SCALE, sharedShop })
  expect(stepResults.flatMap(({ wrong }) => wrong)).toEqual([])
}, 120_000)
