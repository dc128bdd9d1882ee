import type { StaticHandlerContext } from 'react-router'
import { expect, test } from 'vitest'
import type { RefusedRequest } from '#features/accounts/accounts.server.ts'
import { PermissionDenied, visitor, type Actor } from '#shop/permissions.ts'
import { createPages } from './page-handler.ts'

const customer: Actor = { kind: 'customer', userId: 'asha', email: 'asha@shoppers.example' }
const admin: Actor = { kind: 'admin', role: 'owner', userId: 'owner', email: 'owner@shop.example' }

async function recordRefusals(
  actor: Actor,
  path: string,
  error?: Error,
  signedInWithoutAccess: string | null = null,
) {
  const refusals: RefusedRequest[] = []
  const result = {
    location: { pathname: path },
    statusCode: 500,
    loaderData: {},
    errors: error ? { page: error } : null,
  }
  const pages = createPages({
    shop: { publicUrl: 'http://localhost', log: { warn: () => {}, error: () => {} } },
    accounts: {
      readActor: async () => ({ actor, hasEnded: false, signedInWithoutAccess, setCookies: [] }),
      recordRefusal: async (refusal: RefusedRequest) => void refusals.push(refusal),
    },
    renderer: { query: async () => result as unknown as StaticHandlerContext },
    documents: {},
    build: 'test',
    shopSettings: { current: () => ({ version: 1 }), whenCurrent: async () => {} },
  } as unknown as Parameters<typeof createPages>[0])
  await pages.data(new Request(`http://localhost${path}`, { method: 'POST' }), {
    ip: '192.0.2.1',
    untrustedProxy: null,
  })
  return refusals
}

test('AUDIT-3 a use-case that refuses its actor is in the audit log with the request', async () => {
  expect(await recordRefusals(customer, '/checkout', new PermissionDenied(customer, 'orders.move'))).toEqual([
    { userId: 'asha', area: 'shop', method: 'POST', path: '/checkout', reason: 'orders.move' },
  ])
})

test('AUDIT-3 a customer who requests an admin page is in the audit log; a visitor and an administrator are not', async () => {
  expect(await recordRefusals(visitor, '/admin/orders', undefined, 'asha')).toEqual([
    { userId: 'asha', area: 'admin', method: 'POST', path: '/admin/orders', reason: 'no-administrator' },
  ])
  expect(await recordRefusals(visitor, '/admin/orders')).toEqual([])
  expect(await recordRefusals(admin, '/admin/orders')).toEqual([])
  expect(await recordRefusals(admin, '/admin/orders', new Error('A bug'))).toEqual([])
})
