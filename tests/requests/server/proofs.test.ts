import { afterAll, beforeAll, expect, test } from 'vitest'
import { proofs } from '#prove/proofs.ts'
import { runProof } from '#prove/runner/run-proof.ts'
import { startShop, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'

const SCALE = 0.001
/** One short step of each proof that needs no shop of its own, to check that it works; `npm run prove` runs all of them. */
const STEPS: Readonly<Record<string, string>> = {
  access: 'services',
  tampering: 'owners',
  stock: 'unseen-delivery',
  idempotency: 'reload',
  'order-concurrency': 'cancel-against-ship',
  catalogue: 'featured',
  fuzzing: 'replay',
  accounts: 'sessions',
  mail: 'cancelled',
  'supply-chain': 'lockfile',
  allergens: 'unknown',
}

let sharedShop: RunningShop
beforeAll(async () => {
  sharedShop = await startShop({ env: { DEMO: 'off' } })
})
afterAll(() => sharedShop.stop())

test.each(Object.entries(STEPS))('%s: %s has no failures', async (name, only) => {
  const proof = proofs.find((each) => each.name === name)!
  const stepResults = await runProof(proof, { scale: SCALE, sharedShop, only })
  expect(stepResults.flatMap(({ wrong }) => wrong)).toEqual([])
})
