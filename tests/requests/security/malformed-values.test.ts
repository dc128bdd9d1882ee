import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PARAMETERS } from '#prove/runner/form-fields.ts'
import { rawRequest } from '#tests/fixtures/http/raw-request.ts'
import { startShop, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'
import { actionRoutes } from '#tests/fixtures/http/malformed-requests.ts'
import {
  startShopLoggingSqlErrors,
  sendMalformedRequests,
} from '#tests/fixtures/http/send-malformed-requests.ts'
import { connectToShopDatabase, type DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'

/** `npm run prove -- fuzzing` sends all of them. */
const SAMPLE_INTERVAL = 400
/** Requests that once returned 500 or 503. */
const KNOWN_REGRESSIONS = [
  'reset-password?token: a NUL',
  'register form: full_name is U+0085',
  'profile form: full_name is U+0085',
  'checkout form: full_name is U+0085',
  'checkout form: post_code is twelve ß',
  'profile form: post_code is twelve ß',
  'register form: post_code is twelve ß',
  'admin-products stock: change is a large stock',
  'admin-products edit: version is 1e30',
  'admin-products edit: stock_seen is a large stock',
  'admin-products edit: name is U+0085',
  'admin-categories edit: version is 1e30',
  'admin-categories edit: name is U+0085',
  'admin-order edit: estimated_delivery is the year 0',
  'admin-order edit: estimated_delivery is the last year of Date',
  'admin-dashboard send-again: mail_id is past int8',
  'admin-orders cancel: reason is U+0085',
  'admin-products stock: reason is U+0085',
]
const isWanted = (name: string) =>
  KNOWN_REGRESSIONS.includes(name) ||
  name.endsWith(': sound') ||
  name.includes(' is the number ') ||
  crc32(name) % SAMPLE_INTERVAL === 0

const directory = mkdtempSync(join(tmpdir(), 'ninth-bend-odd-'))
let shop: RunningShop
let db: DatabaseClient
beforeAll(async () => {
  shop = await startShopLoggingSqlErrors(directory, (dataDir) => startShop({ dataDir, env: { DEMO: 'off' } }))
  db = connectToShopDatabase(shop.dataDir)
})
afterAll(async () => {
  await db.close()
  await shop.stop()
  rmSync(directory, { recursive: true, force: true })
})

test('SECURITY-3 SECURITY-13 no form and no URL causes a server error or a PostgreSQL error', async () => {
  const { names, responseFaults } = await sendMalformedRequests(shop, db, PARAMETERS, isWanted)
  expect(responseFaults).toEqual([])
  expect(
    KNOWN_REGRESSIONS.filter((name) => !names.includes(name)),
    'what was found once is tried again',
  ).toEqual([])
  expect(
    actionRoutes.filter(({ id }) => !names.some((name) => name.startsWith(`${id} `))),
    'every route with a form was tried',
  ).toEqual([])
  // Numbers in carts, phone orders, edits, refunds and limits.
  expect(names.filter((name) => name.includes(' is the number ')).length).toBeGreaterThan(100)
}, 300_000)

test('MONITOR-13 an address that cannot be decoded writes nothing to the log', async () => {
  const logged = () => shop.output().split('\n').filter(Boolean)
  const before = logged().length
  const paths = [
    '/%',
    '/%E0%A4%A',
    '/products/%ff',
    '/admin/orders/%zz',
    `/_data?u=${encodeURIComponent('/%')}`,
  ]
  for (const path of paths) expect((await rawRequest(shop.url, { path })).status, path).toBeLessThan(500)
  expect(logged().slice(before)).toEqual([])
})
