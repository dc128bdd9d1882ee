import { readFileSync } from 'node:fs'
import { insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'
import type { ProofStep } from '#prove/runner/proof.ts'

/** Rendering a page costs about twenty times as much as a cached page. */
const MAX_COST_RATIO = 6
const CONCURRENCY = 8
/** In ticks of 10 ms. */
const processorTicks = (pid: number) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return Number(fields[11]) + Number(fields[12])
}

export const notFoundCost: ProofStep = {
  name: 'not-found-cost',
  scenario:
    'unknown products, categories and paths, each requested once: a 404 costs only a few times the processor time of a cached page, and a product created at such a path is found at once',
  async runProof(proofContext, checks) {
    const shop = await proofContext.open({ env: { LOG_LEVEL: 'error' } })
    const db = connectToShopDatabase(shop.dataDir)
    const requests = proofContext.times(50_000, 3_000)
    let requestNumber = 0
    const get = async (path: string) => {
      const response = await fetch(shop.url + path)
      await response.arrayBuffer()
      return response.status
    }
    async function costOf(pathOf: (number: number) => string, status: number) {
      const before = processorTicks(shop.process.pid!)
      const last = requestNumber + requests
      const worker = async () => {
        while (requestNumber < last) {
          const path = pathOf(requestNumber++)
          const received = await get(path)
          checks.expect(received === status, () => `${path} was answered ${received}`)
        }
      }
      await Promise.all(Array.from({ length: CONCURRENCY }, worker))
      return ((processorTicks(shop.process.pid!) - before) * 10) / requests
    }
    try {
      for (const warm of ['/products', '/products/nothing', '/nothing', '/products?category=nothing'])
        await get(warm)
      await costOf(() => '/products', 200)
      const cachedCost = await costOf(() => '/products', 200)
      const notes: string[] = [`a kept page ${cachedCost.toFixed(2)} ms`]
      const kinds = {
        product: (n: number) => `/products/nothing-${n}`,
        path: (n: number) => `/nothing-${n}/deeper`,
        category: (n: number) => `/products?category=nothing-${n}`,
      }
      for (const [kind, pathOf] of Object.entries(kinds)) {
        const cost = await costOf(pathOf, 404)
        notes.push(`an unknown ${kind} ${cost.toFixed(2)} ms`)
        checks.expect(
          cost < cachedCost * MAX_COST_RATIO,
          () =>
            `an unknown ${kind} costs ${cost.toFixed(2)} ms of the processor, a kept page ${cachedCost.toFixed(2)} ms`,
        )
      }
      for (let round = 0; round < proofContext.times(200, 5); round += 1) {
        const { id } = await insertProduct(db, { is_active: false })
        const before = await get(`/products/product-${id}`)
        await db.query('update products set is_active = true where id = $1', [id])
        // A change by SQL does not wait for the nodes.
        let after = 0
        for (let turn = 0; turn < 100 && after !== 200; turn += 1)
          after = await get(`/products/product-${id}`)
        checks.expect(
          before === 404 && after === 200,
          () => `a product that came was answered ${before}, then ${after}`,
        )
      }
      return notes.join(', ')
    } finally {
      await db.close()
    }
  },
}
