import { RouterContextProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import { visitor, type Actor } from '#shop/permissions.ts'
import { actorContext } from './contexts.ts'
import { refuseForeignOrigin, requireAdmin, requireCustomer, safeReturnPath, signInPath } from './guards.server.ts'

const as = (actor: Actor) => {
  const context = new RouterContextProvider()
  context.set(actorContext, actor)
  return context
}
const customer: Actor = { kind: 'customer', userId: '1', email: 'anu@shoppers.example' }
const admin: Actor = { kind: 'admin', userId: '2', email: 'owner@shop.example' }
const whereTo = (work: () => unknown) => {
  try {
    work()
  } catch (answer) {
    return answer instanceof Response ? answer.headers.get('location') : answer
  }
  return 'nowhere'
}

describe('§6 Guards', () => {
  test('D20 a visitor at the checkout is sent to sign in, and comes back with what the address said', () => {
    const request = new Request('http://shop.example/checkout?step=2')
    expect(whereTo(() => requireCustomer(as(visitor), request))).toBe('/login?notice=sign-in-to-checkout&return=%2Fcheckout%3Fstep%3D2')
    expect(signInPath(new URL('http://shop.example/profile'))).toBe('/login?notice=sign-in&return=%2Fprofile')
    expect(requireCustomer(as(customer), request)).toBe(customer)
  })

  test.each([visitor, customer])('§6 the back-office sends a $kind to its sign-in', (actor) => {
    expect(whereTo(() => requireAdmin(as(actor)))).toBe('/admin')
  })

  test('§6 the back-office lets an administrator in', () => {
    expect(requireAdmin(as(admin))).toBe(admin)
  })
})

describe('D20 The way back after a sign-in', () => {
  test.each(['/checkout', '/profile/orders?page=2', '/products/a-b#top', '/'])('leads to %s', (path) => {
    expect(safeReturnPath(path)).toBe(path)
  })

  test.each([
    null, undefined, '', 'checkout', 'https://evil.example/', '//evil.example', '/\\evil.example', '\\\\evil.example', '/\t/evil.example',
    '/\n/evil.example', '/.//evil.example', '/a/..//evil.example', 'javascript:alert(1)', ' //evil.example', 'http:/evil.example',
  ])('never leads to another site: %j', (path) => {
    expect(safeReturnPath(path)).toBeNull()
  })
})

const post = (headers: Record<string, string>, publicUrl = 'https://shop.example') =>
  refuseForeignOrigin(new Request('http://127.0.0.1:3000/logout', { method: 'POST', headers }), publicUrl)?.status

describe('T49 A page of another site', () => {
  test.each([
    [{ host: '127.0.0.1:3000', origin: 'https://evil.example' }],
    [{ host: '127.0.0.1:3000', origin: 'http://127.0.0.1:4000' }],
    [{ host: '127.0.0.1:3000', origin: 'null' }],
    [{ host: '127.0.0.1:3000', 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    [{ host: '127.0.0.1:3000', 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:4000' }],
    [{ host: '127.0.0.1:3000', 'sec-fetch-site': 'cross-site' }],
  ])('may not send a write: %j', (headers) => {
    expect(post(headers)).toBe(403)
  })

  test.each([
    [{ host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' }],
    [{ host: 'localhost:3000', origin: 'http://localhost:3000' }],
    [{ host: '192.168.1.20:3000', origin: 'http://192.168.1.20:3000' }],
    [{ host: 'internal:3000', origin: 'https://shop.example' }],
    [{ host: '127.0.0.1:3000', 'sec-fetch-site': 'same-origin', origin: 'null' }],
    [{ host: '127.0.0.1:3000' }],
  ])('does not stand in the way of the shop itself: %j', (headers) => {
    expect(post(headers)).toBeUndefined()
  })
})
