import { readFileSync } from 'node:fs'
import { aProduct } from '#tests/fixtures/databases/test-records.ts'
import { lookInto } from '#tests/fixtures/databases/shop-database.ts'
import type { Step } from '#prove/runner/proof.ts'
import { isForTests, leftOut } from '#prove/runner/short-run.ts'

/** A page that is rendered takes some twenty times as long as one that is kept. */
const DEARER_AT_MOST = 6
const LANES = 8
/** Of a hundredth of a second each. */
const processorTicks = (pid: number) => {
  const words = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return Number(words[11]) + Number(words[12])
}

export const nothing: Step = {
  name: 'nothing',
  asks: 'addresses of nothing, each asked for once: unknown products, categories and paths are answered 404 for a few times what a kept page costs the processor, and what is made under such an address is found at once',
  async prove(stage, tries) {
    if (isForTests(stage)) return leftOut(tries)
    const shop = await stage.open({ env: { LOG_LEVEL: 'error' } })
    const look = lookInto(shop.dataDir)
    const requests = stage.times(50_000, 3_000)
    let asked = 0
    const get = async (path: string) => {
      const answer = await fetch(shop.url + path)
      await answer.arrayBuffer()
      return answer.status
    }
    /** What so many answers cost the processor, in milliseconds each. */
    async function costOf(pathOf: (number: number) => string, status: number) {
      const before = processorTicks(shop.process.pid!)
      const last = asked + requests
      const lane = async () => {
        while (asked < last) {
          const path = pathOf(asked++)
          const answered = await get(path)
          tries.expect(answered === status, () => `${path} was answered ${answered}`)
        }
      }
      await Promise.all(Array.from({ length: LANES }, lane))
      return ((processorTicks(shop.process.pid!) - before) * 10) / requests
    }
    try {
      for (const warm of ['/products', '/products/nothing', '/nothing', '/products?category=nothing']) await get(warm)
      await costOf(() => '/products', 200)
      const kept = await costOf(() => '/products', 200)
      const notes: string[] = [`a kept page ${kept.toFixed(2)} ms`]
      const kinds = { product: (n: number) => `/products/nothing-${n}`, path: (n: number) => `/nothing-${n}/deeper`, category: (n: number) => `/products?category=nothing-${n}` }
      for (const [kind, pathOf] of Object.entries(kinds)) {
        const cost = await costOf(pathOf, 404)
        notes.push(`an unknown ${kind} ${cost.toFixed(2)} ms`)
        tries.expect(cost < kept * DEARER_AT_MOST, () => `an unknown ${kind} costs ${cost.toFixed(2)} ms of the processor, a kept page ${kept.toFixed(2)} ms`)
      }
      for (let round = 0; round < stage.times(200, 5); round += 1) {
        const { id } = await aProduct(look, { is_active: false })
        const before = await get(`/products/product-${id}`)
        await look.query('update products set is_active = true where id = $1', [id])
        // By hand nobody waits for the nodes; they hear of it a moment later.
        let after = 0
        for (let turn = 0; turn < 100 && after !== 200; turn += 1) after = await get(`/products/product-${id}`)
        tries.expect(before === 404 && after === 200, () => `a product that came was answered ${before}, then ${after}`)
      }
      return notes.join(', ')
    } finally {
      await look.close()
    }
  },
}
