import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_EVENTS_PATH } from './order-events.ts'
import type { Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import {
  createTestShop,
  insertAdmin,
  insertOrder,
  insertProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { adminEventsRoute } from './admin-events-route.server.ts'

let database: TestDatabase
let shop: ShopDependencies
beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database)
})
afterAll(() => database.close())

function openRoute(admin: Admin, person: { hasSecondFactor: boolean }) {
  const demand = { isOn: false }
  const shutdown = new AbortController()
  const route = adminEventsRoute({
    shop,
    accounts: {
      readActor: () =>
        Promise.resolve({
          actor: admin,
          setCookies: [],
          hasEnded: false,
          signedInWithoutAccess: null,
          ...person,
        }),
      readSession: () =>
        Promise.resolve({
          answer: { user: null, expires_at: new Date(shop.clock().getTime() + 3_600_000).toISOString() },
          setCookies: [],
        }),
    } as unknown as Parameters<typeof adminEventsRoute>[0]['accounts'],
    ownersNeedSecondFactor: () => demand.isOn,
    shutdownSignal: shutdown.signal,
  })
  return { demand, shutdown, request: () => route.request(ADMIN_EVENTS_PATH) }
}

test('PEOPLE-14 the events of an owner without a demanded second factor end with a refresh, and do not begin again', async () => {
  const { demand, request } = openRoute(await insertAdmin(database, 'owner'), { hasSecondFactor: false })
  const response = await request()
  expect(response.status).toBe(200)
  demand.isOn = true
  expect((await response.text()).match(/event: \w+/g)).toEqual(['event: refresh', 'event: refresh'])
  expect((await request()).status).toBe(403)
})

test.each([
  ['owner', true],
  ['manager', false],
  ['packer', false],
] as const)('PEOPLE-14 those of a %s, second factor %s, go on', async (role, hasSecondFactor) => {
  const { demand, shutdown, request } = openRoute(await insertAdmin(database, role), { hasSecondFactor })
  demand.isOn = true
  const response = await request()
  expect(response.status).toBe(200)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader.read()).value).toContain('event: refresh')
  const product = await insertProduct(database)
  const order = await insertOrder(database, { lines: [{ product, quantity: 1 }] })
  let received = ''
  // A new product is announced too, possibly earlier.
  while (!received.includes(order)) received += (await reader.read()).value
  shutdown.abort()
  expect((await reader.read()).done).toBe(true)
})
