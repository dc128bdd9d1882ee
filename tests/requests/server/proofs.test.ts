import { afterAll, beforeAll, expect, test } from 'vitest'
import { parts } from '#prove/proofs.ts'
import { prove } from '#prove/runner/run-proof.ts'
import { startShop, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'

/** A hair of each long proof: `npm run prove` is the whole of it. */
const SCALE = 0.005

/** None that another file writes into at the same time, for some of them compare everything there is. */
let door: RunningShop
beforeAll(async () => {
  door = await startShop({ env: { DEMO: 'off' } })
})
afterAll(() => door.stop())

test.each(parts)('$title: nothing wrong is found', async (part) => {
  const founds = await prove(part, { scale: SCALE, door })
  expect(founds.flatMap(({ wrong }) => wrong)).toEqual([])
}, 120_000)
