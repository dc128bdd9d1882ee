import { expect, test } from 'vitest'
import type { AdministratorRole } from '#shop/administrator-role.ts'
import { createPages } from './page-handler.ts'

async function openPage(
  path: string,
  {
    role = 'owner',
    hasSecondFactor = false,
    isNeeded = true,
  }: { role?: AdministratorRole; hasSecondFactor?: boolean; isNeeded?: boolean } = {},
) {
  const actor = { kind: 'admin', role, userId: 'anu', email: 'anu@shop.example' }
  let hasRun = false
  const pages = createPages({
    shop: { publicUrl: 'http://localhost', log: { warn: () => {}, error: () => {} } },
    accounts: {
      readActor: async () => ({
        actor,
        hasSecondFactor,
        hasEnded: false,
        signedInWithoutAccess: null,
        setCookies: [],
      }),
      recordRefusal: async () => {},
    },
    renderer: {
      query: async () => {
        hasRun = true
        return new Response(null, { status: 302, headers: { location: '/opened' } })
      },
    },
    documents: {},
    build: 'test',
    shopSettings: {
      current: () => ({ version: 1, ownersNeedSecondFactor: isNeeded }),
      whenCurrent: async () => {},
    },
  } as unknown as Parameters<typeof createPages>[0])
  const response = await pages.html(new Request(`http://localhost${path}`, { method: 'POST' }), {
    ip: '192.0.2.1',
    untrustedProxy: null,
  })
  return { to: response.headers.get('location'), hasRun }
}

const LED = { to: '/admin/account?notice=second-factor-needed', hasRun: false }
const OPENED = { to: '/opened', hasRun: true }

test.each([
  '/admin/dashboard',
  '/admin/orders',
  '/admin/products',
  '/admin/settings/people',
  '/admin/nowhere',
])('PEOPLE-13 an owner without a second factor is led from %s to set it up, and nothing runs', async (path) =>
  expect(await openPage(path)).toEqual(LED),
)

test('PEOPLE-13 the page that sets it up opens, and all pages with a second factor', async () => {
  expect(await openPage('/admin/account')).toEqual(OPENED)
  expect(await openPage('/admin/orders', { hasSecondFactor: true })).toEqual(OPENED)
})

test('PEOPLE-13 managers, packers and shops without the setting are not concerned', async () => {
  expect(await openPage('/admin/orders', { role: 'manager' })).toEqual(OPENED)
  expect(await openPage('/admin/orders', { role: 'packer' })).toEqual(OPENED)
  expect(await openPage('/admin/orders', { isNeeded: false })).toEqual(OPENED)
})
