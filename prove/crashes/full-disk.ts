import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { insertProduct, findInconsistencies } from '#tests/fixtures/databases/test-records.ts'
import { createCheckoutForm, sendCheckout } from '#tests/fixtures/orders/checkout-requests.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'
import { signInNewCustomer, HttpClient, type FormFields } from '#tests/fixtures/http/http-client.ts'
import { requestWithTimeout, isUserFacingResponse, describeResponse } from '#prove/runner/timed-request.ts'
import type { ProofStep } from '#prove/runner/proof.ts'

const DISK_SIZE = '220m'
const RESPONSE_TIMEOUT_MS = 25_000
const RECOVERY_TIMEOUT_MS = 30_000

export const fullDisk: ProofStep = {
  name: 'disk',
  scenario:
    'the disk of database and files is full: nothing acknowledged is lost, each request gets a response of the shop, and the shop recovers when space is free',
  async runProof(proofContext, checks) {
    const dataDir = proofContext.dataDir()
    if (!mountTmpfs(dataDir)) {
      checks.add(1)
      return 'not tried: this user may not mount a small disk (tmpfs)'
    }
    try {
      const shop = await proofContext.open({ dataDir, env: { LOG_LEVEL: 'fatal' } })
      const db = connectToShopDatabase(dataDir)
      const product = await insertProduct(db, { name: 'Last Pepper', stock: 10_000_000 })
      const [customer, visitor] = [await signInNewCustomer(shop.url), new HttpClient(shop.url)]
      const [acknowledged, refused]: [string[], FormFields[]] = [[], []]
      for (let round = 0; round < proofContext.times(20); round += 1) {
        const filler = join(dataDir, 'filler')
        fill(filler)
        // Uses up PostgreSQL's preallocated files too.
        await db
          .query(
            `create table if not exists filler as select repeat('x', 2000) as text from generate_series(1, 20000)`,
          )
          .catch(() => {})
        fill(`${filler}-2`)
        for (let order = 0; order < 30; order += 1) {
          const checkoutForm = createCheckoutForm([{ product: product, quantity: 1 }])
          const response = await requestWithTimeout(customer, '/_data?u=%2Fcheckout', RESPONSE_TIMEOUT_MS, {
            method: 'POST',
            body: new URLSearchParams(checkoutForm),
            headers: { origin: shop.url },
          })
          const placed = /"order_id":"([^"]+)"/.exec(response.body)?.[1]
          checks.expect(isUserFacingResponse(response), () => `full: ${describeResponse(response)}`)
          if (placed) acknowledged.push(placed)
          else refused.push(checkoutForm)
        }
        for (const path of [
          '/',
          '/products',
          `/products/product-${product.id}`,
          '/profile/orders',
          '/healthz',
        ]) {
          const response = await requestWithTimeout(
            path.startsWith('/profile') ? customer : visitor,
            path,
            RESPONSE_TIMEOUT_MS,
          )
          checks.expect(isUserFacingResponse(response), () => `full: ${describeResponse(response)}`)
        }
        for (const file of [filler, `${filler}-2`]) rmSync(file, { force: true })
        let hasRecovered = false
        for (
          const until = Date.now() + RECOVERY_TIMEOUT_MS;
          !hasRecovered && Date.now() < until;
          await pause(100)
        ) {
          const response = await sendCheckout(
            customer,
            createCheckoutForm([{ product: product, quantity: 1 }]),
          ).catch(() => undefined)
          if (response?.placed) acknowledged.push(response.placed.order_id)
          hasRecovered = Boolean(response?.placed)
        }
        checks.expect(
          hasRecovered,
          () =>
            `no order could be placed ${RECOVERY_TIMEOUT_MS / 1000} s after there was room again:\n${shop.output().slice(-500)}`,
        )
        await db.query('drop table if exists filler').catch(() => {})
      }
      const after = connectToShopDatabase(dataDir)
      const found = await after.query('select from orders where id = any ($1)', [acknowledged])
      checks.expect(
        found.length === acknowledged.length,
        () => `${acknowledged.length - found.length} acknowledged orders are missing`,
      )
      checks.add(
        1,
        (await findInconsistencies(after)).map((inconsistency) => JSON.stringify(inconsistency)),
      )
      await Promise.all([after.close(), db.close()])
      await shop.stop()
      return `a disk of ${DISK_SIZE}B in memory (tmpfs), ${acknowledged.length} orders acknowledged, ${refused.length} refused while it was full`
    } finally {
      execFileSync('umount', ['--lazy', dataDir])
    }
  },
}

function mountTmpfs(directory: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_SIZE}`, 'tmpfs', directory], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function fill(path: string) {
  const file = openSync(path, 'w')
  for (let size = 1 << 20; size >= 512;) {
    try {
      if (writeSync(file, Buffer.alloc(size)) < size) size >>= 1
    } catch {
      size >>= 1
    }
  }
  closeSync(file)
}
