import { afterAll, beforeAll, expect, test } from 'vitest'
import { proofs } from '#prove/proofs.ts'
import { runProof } from '#prove/runner/run-proof.ts'
import { startShop, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'

const SCALE = 0.005

/** Some proofs compare the whole database. */
let sharedShop: RunningShop
beforeAll(async () => {
  sharedShop = await startShop({ env: { DEMO: 'off' } })
})
afterAll(() => sharedShop.stop())

test.each(proofs)(
  '$title: no failures',
  async (proof) => {
    const stepResults = await runProof(proof, { scale: SCALE, sharedShop })
    expect(stepResults.flatMap(({ wrong }) => wrong)).toEqual([])
  },
  120_000,
)
