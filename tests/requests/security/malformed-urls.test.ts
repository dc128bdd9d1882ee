import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { signInNewCustomer, signInAsAdmin, HttpClient } from '#tests/fixtures/http/http-client.ts'
import { fetchAsRaw, findResponseFaults } from '#tests/fixtures/http/response-faults.ts'
import { rawRequest, type RawResponse } from '#tests/fixtures/http/raw-request.ts'

const url = inject('shopUrl')
const visitor = new HttpClient(url)
let customer: HttpClient
let admin: HttpClient

beforeAll(async () => {
  customer = await signInNewCustomer(url)
  admin = await signInAsAdmin(url)
})

/** Each test expects none at its end, so that one run reports all. */
let responseFaults: string[] = []
const note = (response: RawResponse, what: string) =>
  void responseFaults.push(...findResponseFaults(response, what))
beforeEach(() => {
  responseFaults = []
})

const MALFORMED_PATHS = [
  '%',
  '%%',
  '%0',
  '%zz',
  '%00',
  '%ff',
  '%c0%af',
  '%ed%a0%80',
  '%E0%A4%A',
  '%f0%9f%8d%af',
  '%2e%2e%2f',
  '..%5c..%5c',
  '%0d%0aset-cookie:%20a=b',
  '%e2%80%a8',
  '%0a',
  '%3Cscript%3Ealert(1)%3C/script%3E',
  "'%20or%20'1'='1",
  '%25_',
  'a'.repeat(3000),
  '-',
  '.',
  '%20',
  '%e2%80%ae',
  '__proto__',
  'constructor',
  'undefined',
  'null',
  'NaN',
  '%7B%7B7*7%7D%7D',
]

describe('SECURITY-3 Invalid URLs', () => {
  const prefixes = [
    '/',
    '/products/',
    '/assets/',
    '/verify-email?token=',
    '/login?return=',
    '/login?notice=',
    '/products?category=',
    '/admin/orders?search=',
    '/storage/v1/object/public/product-images/products/',
    '/api/cart?ids=',
  ]
  test.each(prefixes)('%s…', async (index) => {
    for (const strange of MALFORMED_PATHS) {
      const path = index + strange
      note(await rawRequest(url, { path }), `GET ${path}`)
      note(await rawRequest(url, { path, method: 'HEAD' }), `HEAD ${path}`)
      note(await fetchAsRaw(visitor, `/_data?u=${encodeURIComponent(path)}`), `the data of ${path}`)
      if (index.startsWith('/admin')) note(await fetchAsRaw(admin, path), `as the owner ${path}`)
    }
    expect(responseFaults).toEqual([])
  })

  test.each([
    '*',
    'http://elsewhere.example/',
    'http://elsewhere.example/_data?u=/',
    '//elsewhere.example/',
    '/\\elsewhere.example',
    '///',
    '/?'.repeat(50),
    '/#x',
    '/products;a=b',
    '/é',
  ])('the request target %s', async (path) => {
    note(await rawRequest(url, { path }), path)
    expect(responseFaults).toEqual([])
  })

  test('ADMIN-8 an order page with an invalid ID is Order not found', async () => {
    for (const strange of MALFORMED_PATHS.filter(
      (each) => !['.', '%', '%%', '%0', '%zz', '%E0%A4%A'].includes(each),
    )) {
      const response = await fetchAsRaw(admin, `/admin/orders/${strange}`)
      note(response, strange)
      expect(response.status, strange).toBe(404)
    }
    expect(responseFaults).toEqual([])
  })
})

describe('SECURITY-3 Invalid pages and filters', () => {
  const VALUES = [
    '0',
    '-1',
    '1.5',
    '1e9',
    '99999999999999999999',
    'NaN',
    'Infinity',
    '',
    ' 2',
    '2;',
    '2,3',
    '0x10',
    '２',
    '%00',
    '%ff',
    '[]',
    '2&page=3',
    "1'--",
  ]
  test.each([
    ['/products?page=', 'visitor'],
    ['/categories?page=', 'visitor'],
    ['/products?sort=', 'visitor'],
    ['/products?filter=', 'visitor'],
    ['/profile/orders?page=', 'customer'],
    ['/admin/orders?page=', 'admin'],
    ['/admin/orders?status=', 'admin'],
    ['/admin/orders?cancel=', 'admin'],
  ] as const)('%s… as %s show the first page', async (index, who) => {
    const actor = { visitor, customer, admin }[who]
    for (const value of VALUES) {
      const response = await fetchAsRaw(actor, index + value)
      note(response, index + value)
      // A page out of range is 404.
      expect(value === '2&page=3' ? [200, 404] : [200], index + value).toContain(response.status)
    }
    expect(responseFaults).toEqual([])
  })

  test('STOREFRONT-7 an unknown category is an empty list', async () => {
    for (const value of VALUES.filter((each) => each.trim() && each !== '2&page=3')) {
      const response = await fetchAsRaw(visitor, `/products?category=${value}`)
      note(response, value)
      expect(response.status, value).toBe(404)
    }
    expect(responseFaults).toEqual([])
  })
})

test.each([
  'https://elsewhere.example/',
  '//elsewhere.example/',
  '/\\elsewhere.example/',
  '\\\\elsewhere.example',
  'elsewhere.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '',
  'file:///etc/passwd',
  ' /',
  '\t//elsewhere.example',
  '/\t/elsewhere.example',
  '/..//elsewhere.example',
  '/_data?u=/',
  '/_data',
  '/healthz',
  '/api/session',
  '/logout',
  '/assets/x.js',
  '/@elsewhere.example',
  '/%00',
  '/%0A',
  '/admin/%0Aorders',
  '/admin/orders',
])('SECURITY-5 /_data serves only pages of this shop: %j', async (target) => {
  for (const method of ['GET', 'POST']) {
    const body = method === 'POST' ? { body: new URLSearchParams({ a: 'b' }) } : {}
    const response = await fetchAsRaw(visitor, `/_data?u=${encodeURIComponent(target)}`, {
      method,
      ...body,
      headers: { origin: url },
    })
    note(response, `${method} ${target}`)
    expect(response.headers.get('location')).toBeNull()
    expect(response.body).not.toContain('"to":"http')
    if (response.status === 200) expect(response.headers.get('content-type')).toBe('application/json')
  }
  expect(responseFaults).toEqual([])
})

test('SECURITY-3 unknown methods are refused without effect', async () => {
  const paths = [
    '/',
    '/products',
    '/login',
    '/checkout',
    '/admin/orders',
    '/_data?u=/',
    '/api/session',
    '/api/cart',
    '/assets/none.js',
    '/healthz',
    '/functions/v1/send-order-email',
  ]
  for (const method of ['OPTIONS', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'LINK', 'get', 'FOO']) {
    for (const path of paths) {
      const response = await rawRequest(url, { method, path })
      note(response, `${method} ${path}`)
      // Signing out without a session succeeds.
      const expected = method === 'DELETE' && path === '/api/session' ? [200] : [400, 404, 405]
      expect(response.status, `${method} ${path}`).toBeOneOf(expected)
    }
  }
  expect((await rawRequest(url, { method: 'CONNECT', path: 'elsewhere.example:443' })).status).not.toBe(200)
  expect(responseFaults).toEqual([])
})

test('SECURITY-3 afterwards the shop is healthy', async () => {
  expect((await visitor.fetch('/healthz')).status).toBe(200)
  expect((await visitor.fetch('/')).status).toBe(200)
})

test.each(['/%0A', '/products/%0Ax', '/admin/%E2%80%A8', '/admin/products/%00'])(
  'a form posted to %s, which is no address of any page, is refused',
  async (path) => {
    for (const actor of [visitor, customer, admin]) {
      const response = await fetchAsRaw(actor, path, {
        method: 'POST',
        body: new URLSearchParams({ a: 'b' }),
        headers: { origin: url },
      })
      note(response, path)
      expect(response.status).toBeLessThan(500)
    }
    expect(responseFaults).toEqual([])
  },
)
