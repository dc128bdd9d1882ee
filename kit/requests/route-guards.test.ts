import { RouterContextProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import { visitor, type Actor } from '#shop/permissions.ts'
import { actorContext } from './request-contexts.ts'
import {
  adminReturnPath,
  adminSignInPath,
  rejectCrossOriginRequest,
  requireAdmin,
  requireCustomer,
  safeReturnPath,
  signInPath,
} from './route-guards.server.ts'

const contextOf = (actor: Actor) => {
  const context = new RouterContextProvider()
  context.set(actorContext, actor)
  return context
}
const customer: Actor = { kind: 'customer', userId: '1', email: 'anu@shoppers.example' }
const admin: Actor = { kind: 'admin', role: 'owner', userId: '2', email: 'owner@shop.example' }
const redirectTarget = (task: () => unknown) => {
  try {
    task()
  } catch (thrown) {
    return thrown instanceof Response ? thrown.headers.get('location') : thrown
  }
  return 'no redirect'
}

describe('PERMISSION-9 Guards', () => {
  test('CHECKOUT-9 a visitor at checkout is redirected to sign-in and returns with the query string', () => {
    const request = new Request('http://shop.example/checkout?step=2')
    expect(redirectTarget(() => requireCustomer(contextOf(visitor), request))).toBe(
      '/login?notice=sign-in-to-checkout&return=%2Fcheckout%3Fstep%3D2',
    )
    expect(signInPath(new URL('http://shop.example/profile'))).toBe('/login?notice=sign-in&return=%2Fprofile')
    expect(requireCustomer(contextOf(customer), request)).toBe(customer)
  })

  test('SESSION-31 a form sent after the session has ended is told that nothing was saved; checkout keeps its own text', () => {
    const pathOf = (path: string) => signInPath(new URL(path, 'http://shop.example'), undefined, true)
    expect(pathOf('/profile')).toBe('/login?notice=session-ended-unsaved&return=%2Fprofile')
    expect(pathOf('/checkout')).toBe('/login?notice=sign-in-to-checkout&return=%2Fcheckout')
  })

  const order = new Request('http://shop.example/admin/orders/1?from=list')

  test.each([visitor, customer])(
    'PERMISSION-9 admin pages redirect a $kind to the admin sign-in with the return path',
    (actor) => {
      expect(redirectTarget(() => requireAdmin(contextOf(actor), order))).toBe(
        '/admin?return=%2Fadmin%2Forders%2F1%3Ffrom%3Dlist',
      )
    },
  )

  test('SESSION-24 the admin sign-in shows that the session has expired', () => {
    expect(adminSignInPath(new URL('http://shop.example/admin/orders'), true)).toBe(
      '/admin?notice=admin-session-ended&return=%2Fadmin%2Forders',
    )
  })

  test('PERMISSION-9 an administrator may open admin pages', () => {
    expect(requireAdmin(contextOf(admin), order)).toBe(admin)
  })
})

describe('CHECKOUT-9 The return path after sign-in', () => {
  test.each(['/checkout', '/profile/orders?page=2', '/products/a-b#top', '/'])('leads to %s', (path) => {
    expect(safeReturnPath(path)).toBe(path)
  })

  test.each([
    null,
    undefined,
    '',
    'checkout',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    'javascript:alert(1)',
    ' //evil.example',
    'http:/evil.example',
  ])('never leads to another site: %j', (path) => {
    expect(safeReturnPath(path)).toBeNull()
  })
})

describe('SESSION-24 The return path after admin sign-in', () => {
  test.each(['/admin/orders', '/admin/orders/1?from=list', '/admin/dashboard#top'])('leads to %s', (path) => {
    expect(adminReturnPath(path)).toBe(path)
  })

  test.each([
    null,
    '',
    '/',
    '/admin',
    '/admin/',
    '/admin/?x=1',
    '/admin/#top',
    '/administration',
    '/checkout',
    '/admin/../checkout',
    '/admin/%2e%2e/profile',
    '//evil.example/admin/orders',
    'https://evil.example/admin/orders',
    '/\\evil.example/admin/orders',
    '/admin/..//evil.example',
    'admin/orders',
  ])('never leads out of the admin area: %j', (path) => {
    expect(adminReturnPath(path)).toBeNull()
  })
})

const post = (headers: Record<string, string>, publicUrl = 'https://shop.example') =>
  rejectCrossOriginRequest(
    new Request('http://127.0.0.1:3000/logout', { method: 'POST', headers }),
    publicUrl,
  )?.status

describe('SECURITY-1 Cross-origin requests', () => {
  test.each([
    [{ host: '127.0.0.1:3000', origin: 'https://evil.example' }],
    [{ host: '127.0.0.1:3000', origin: 'http://127.0.0.1:4000' }],
    [{ host: '127.0.0.1:3000', origin: 'null' }],
    [{ host: '127.0.0.1:3000', 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    [{ host: '127.0.0.1:3000', 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:4000' }],
    [{ host: '127.0.0.1:3000', 'sec-fetch-site': 'cross-site' }],
    // The same host over http may be a man in the middle.
    [{ host: 'shop.example', origin: 'http://shop.example' }],
    [{ host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' }],
  ])('rejects a write with %j', (headers) => {
    expect(post(headers)).toBe(403)
  })

  test.each([
    [{ host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' }, 'http://localhost:3000'],
    [{ host: 'localhost:3000', origin: 'http://localhost:3000' }, 'http://shop.example'],
    [{ host: '192.168.1.20:3000', origin: 'http://192.168.1.20:3000' }, 'http://localhost:3000'],
    [{ host: '192.168.1.20:3000', origin: 'https://192.168.1.20:3000' }],
    [{ host: 'internal:3000', origin: 'https://shop.example' }],
    [{ host: '127.0.0.1:3000', 'sec-fetch-site': 'same-origin', origin: 'null' }],
    [{ host: '127.0.0.1:3000' }],
  ] as [Record<string, string>, string?][])(
    'accepts a write of the shop itself with %j',
    (headers, publicUrl) => {
      expect(post(headers, publicUrl)).toBeUndefined()
    },
  )
})
