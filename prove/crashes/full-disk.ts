import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { aProduct, whatDoesNotAddUp } from '#tests/fixtures/databases/test-records.ts'
import { aSubmit, send } from '#tests/fixtures/orders/checkout-requests.ts'
import { lookInto } from '#tests/fixtures/databases/shop-database.ts'
import { aCustomer, Visitor, type Fields } from '#tests/fixtures/http/http-client.ts'
import { askWithin, isDesigned, told } from '#prove/runner/timed-request.ts'
import type { Step } from '#prove/runner/proof.ts'
import { isForTests, leftOut } from '#prove/runner/short-run.ts'

const DISK = '220m'
const PATIENCE_MILLISECONDS = 25_000
const WELL_AGAIN_MILLISECONDS = 30_000

export const diskFull: Step = {
  name: 'disk',
  asks: 'the disk full, database and all: nothing acknowledged is lost, pages answer in the shop’s words, and the shop goes on when there is room again',
  async prove(stage, tries) {
    if (isForTests(stage)) return leftOut(tries)
    const dataDir = stage.dataDir()
    if (!mounts(dataDir)) {
      tries.add(1)
      return 'not tried: this user may not mount a small disk (tmpfs)'
    }
    try {
      const shop = await stage.open({ dataDir, env: { LOG_LEVEL: 'fatal' } })
      const look = lookInto(dataDir)
      const good = await aProduct(look, { name: 'Last Pepper', stock: 10_000_000 })
      const [customer, visitor] = [await aCustomer(shop.url), new Visitor(shop.url)]
      const [acknowledged, refused]: [string[], Fields[]] = [[], []]
      for (let round = 0; round < stage.times(20); round += 1) {
        const filler = join(dataDir, 'filler')
        fill(filler)
        // What PostgreSQL has in reserve is used up too.
        await look.query(`create table if not exists filler as select repeat('x', 2000) as text from generate_series(1, 20000)`).catch(() => {})
        fill(`${filler}-2`)
        for (let order = 0; order < 30; order += 1) {
          const submit = aSubmit([{ product: good, quantity: 1 }])
          const answer = await askWithin(customer, '/_data?u=%2Fcheckout', PATIENCE_MILLISECONDS, {
            method: 'POST', body: new URLSearchParams(submit), headers: { origin: shop.url },
          })
          const placed = /"order_id":"([^"]+)"/.exec(answer.body)?.[1]
          tries.expect(isDesigned(answer), () => `full: ${told(answer)}`)
          if (placed) acknowledged.push(placed)
          else refused.push(submit)
        }
        for (const path of ['/', '/products', `/products/product-${good.id}`, '/profile/orders', '/healthz']) {
          const answer = await askWithin(path.startsWith('/profile') ? customer : visitor, path, PATIENCE_MILLISECONDS)
          tries.expect(isDesigned(answer), () => `full: ${told(answer)}`)
        }
        for (const file of [filler, `${filler}-2`]) rmSync(file, { force: true })
        let isWell = false
        for (const until = Date.now() + WELL_AGAIN_MILLISECONDS; !isWell && Date.now() < until; await pause(100)) {
          const answer = await send(customer, aSubmit([{ product: good, quantity: 1 }])).catch(() => undefined)
          if (answer?.placed) acknowledged.push(answer.placed.order_id)
          isWell = Boolean(answer?.placed)
        }
        tries.expect(isWell, () => `no order could be placed ${WELL_AGAIN_MILLISECONDS / 1000} s after there was room again:\n${shop.output().slice(-500)}`)
        await look.query('drop table if exists filler').catch(() => {})
      }
      const after = lookInto(dataDir)
      const found = await after.query('select from orders where id = any ($1)', [acknowledged])
      tries.expect(found.length === acknowledged.length, () => `${acknowledged.length - found.length} acknowledged orders are missing`)
      tries.add(1, (await whatDoesNotAddUp(after)).map((half) => JSON.stringify(half)))
      await Promise.all([after.close(), look.close()])
      await shop.stop()
      return `a disk of ${DISK}B in memory (tmpfs), ${acknowledged.length} orders acknowledged, ${refused.length} refused while it was full`
    } finally {
      execFileSync('umount', ['--lazy', dataDir])
    }
  },
}

function mounts(directory: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', directory], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Writes until nothing fits any more. */
function fill(path: string) {
  const file = openSync(path, 'w')
  for (let size = 1 << 20; size >= 512; ) {
    try {
      if (writeSync(file, Buffer.alloc(size)) < size) size >>= 1
    } catch {
      size >>= 1
    }
  }
  closeSync(file)
}
