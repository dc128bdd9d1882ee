import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { PUBLIC_CLIENT_KEY } from '#features/mail/outbox/public-client-key.ts'
import { allRoutes } from '#app/all-routes.ts'
import { signInNewCustomer, signInAsAdmin, HttpClient } from '#tests/fixtures/http/http-client.ts'
import { fetchAsRaw, FORM_CONTENT_TYPE, findResponseFaults } from '#tests/fixtures/http/response-faults.ts'
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
const note = (httpResponse: RawResponse, what: string) =>
  void responseFaults.push(...findResponseFaults(httpResponse, what))
beforeEach(() => {
  responseFaults = []
})

type Body = { type?: string; body: string | Buffer }
const BODIES: Record<string, Body> = {
  nothing: { body: '' },
  'nothing, called a form': { type: FORM_CONTENT_TYPE, body: '' },
  'nothing, called multipart': { type: 'multipart/form-data; boundary=x', body: '' },
  JSON: { type: 'application/json', body: '{"email":"a@example.com","intent":"move"}' },
  'broken JSON': { type: 'application/json', body: '{"email":' },
  'plain text': { type: 'text/plain', body: 'email=a@example.com' },
  XML: { type: 'application/xml', body: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>' },
  'no type': { body: 'email=a@example.com' },
  'a type that is none': { type: ';;=,', body: 'email=a@example.com' },
  'multipart without a boundary': { type: 'multipart/form-data', body: '--x\r\n\r\n--x--' },
  'multipart that ends too soon': {
    type: 'multipart/form-data; boundary=x',
    body: '--x\r\ncontent-disposition: form-data; name="email"\r\n\r\na@exa',
  },
  'multipart of another boundary': {
    type: 'multipart/form-data; boundary=x',
    body: '--y\r\ncontent-disposition: form-data; name="email"\r\n\r\na\r\n--y--',
  },
  'files instead of words': {
    type: 'multipart/form-data; boundary=x',
    body:
      ['email', 'password', 'full_name', 'lines', 'order_id', 'intent', 'idempotency_key']
        .map(
          (name) =>
            `--x\r\ncontent-disposition: form-data; name="${name}"; filename="a"\r\ncontent-type: text/plain\r\n\r\nmove\r\n`,
        )
        .join('') + '--x--\r\n',
  },
  'broken percent signs': {
    type: FORM_CONTENT_TYPE,
    body: 'email=%&password=%zz&full_name=%e0%a4&order_id=%',
  },
  'bytes that are no text': {
    type: FORM_CONTENT_TYPE,
    body: Buffer.from([
      ...Buffer.from('email='),
      0xff,
      0xfe,
      0xc0,
      0x80,
      ...Buffer.from('&password='),
      0xed,
      0xa0,
      0x80,
    ]),
  },
  'no names': { type: FORM_CONTENT_TYPE, body: '=&&&=x&==' },
  'names of objects’ insides': {
    type: FORM_CONTENT_TYPE,
    body: '__proto__=1&constructor=1&__proto__[admin]=1&toString=1&hasOwnProperty=1&valueOf=1&email=a@example.com',
  },
  'ten thousand fields': {
    type: FORM_CONTENT_TYPE,
    body: Array.from({ length: 10_000 }, (_, index) => `f${index}=1`).join('&'),
  },
  'the same field a thousand times': {
    type: FORM_CONTENT_TYPE,
    body: Array(1000).fill('email=a@example.com&intent=cancel&order_id=1').join('&'),
  },
}
const UNSTORABLE_STRINGS: Record<string, string> = {
  'a NUL': 'Asha\0Menon',
  'half a character': '\ud800',
  'a right-to-left mark': '\u202eAsha',
  'line ends': 'Asha\r\nBcc: all@example.com',
  'a very long word': 'ab'.repeat(20_000),
  'a template': '{{constructor.constructor("return 1")()}} ${1+1} %s %n',
  markup: '</script><script>alert(1)</script>',
  'control characters': '\u0001\u0008\u001b[31m\u007f\u0085',
  SQL: "'; drop table orders; --",
  'combining marks': 'Z' + '\u0301'.repeat(500),
}

describe('SECURITY-3 Invalid form bodies', () => {
  const forms = allRoutes.filter((route) => route.action)
  const pathOf = (path: string) => path.replace(':id', randomUUID())
  const actorOf = (access: string) =>
    access === 'admin' ? admin : access === 'customer' ? customer : visitor
  const filled = (word: string) => ({
    full_name: word,
    email: `${word}@example.com`,
    phone: word,
    address: word,
    post_code: word,
    city: word,
    country: word,
    password: `${word}12345678`,
    confirm_password: `${word}12345678`,
    order_id: word,
    intent: word,
    reason: word,
    expected_status: word,
    payment_method: word,
    idempotency_key: word,
    lines: JSON.stringify([{ id: word, quantity: 1, price: 1 }]),
  })

  test.each(forms)('$path', async ({ path, access }) => {
    const targets = [pathOf(path), `/_data?u=${encodeURIComponent(pathOf(path))}`]
    const first = forms.findIndex((form) => form.path === path)
    for (const [index, [what, { type, body }]] of Object.entries(BODIES).entries()) {
      // Both ways read a body alike: each form gets every body in one way, and each way gets every body from
      // half of the forms.
      const target = targets[(first + index) % targets.length]!
      const headers = { origin: url, cookie: actorOf(access).cookie, ...(type && { 'content-type': type }) }
      const httpResponse = await rawRequest(url, { method: 'POST', path: target, headers, body })
      note(httpResponse, `${what} to ${target}`)
    }
    for (const [what, word] of Object.entries(UNSTORABLE_STRINGS)) {
      const httpResponse = await fetchAsRaw(actorOf(access), pathOf(path), {
        method: 'POST',
        headers: { origin: url },
        body: new URLSearchParams(filled(word)),
      })
      note(httpResponse, `${what} to ${path}`)
      expect(httpResponse.body, `${what} to ${path}`).not.toContain('<script>alert(1)')
    }
    expect(responseFaults).toEqual([])
  })

  test('SECURITY-3 characters that the database cannot store, in one field of a valid form', async () => {
    const sound = {
      full_name: 'Asha',
      phone: '1',
      address: 'A',
      post_code: 'B',
      city: 'C',
      country: 'D',
      payment_method: 'cod',
    }
    for (const [what, word] of Object.entries(UNSTORABLE_STRINGS)) {
      for (const field of Object.keys(sound)) {
        const fields = {
          ...sound,
          [field]: word,
          idempotency_key: randomUUID(),
          lines: JSON.stringify([{ id: randomUUID(), quantity: 1, price: 1 }]),
        }
        for (const path of ['/profile', '/checkout']) {
          note(
            await fetchAsRaw(customer, path, {
              method: 'POST',
              headers: { origin: url },
              body: new URLSearchParams(fields),
            }),
            `${what} as ${field} to ${path}`,
          )
        }
      }
      for (const field of ['idempotency_key', 'lines']) {
        const fields = {
          ...sound,
          idempotency_key: randomUUID(),
          lines: JSON.stringify([{ id: word, quantity: 1, price: 1 }]),
          ...(field === 'idempotency_key' && { [field]: word }),
        }
        note(
          await fetchAsRaw(customer, '/checkout', {
            method: 'POST',
            headers: { origin: url },
            body: new URLSearchParams(fields),
          }),
          `${what} as ${field}`,
        )
      }
    }
    expect(responseFaults).toEqual([])
  })
})

describe('SECURITY-3 Oversized bodies', () => {
  const big = 'a'.repeat(200 * 1024)
  test.each([
    '/login',
    '/register',
    '/checkout',
    '/admin',
    '/nowhere',
    '/_data?u=%2Flogin',
    '/functions/v1/send-order-email',
  ])('%s is refused with 413, whether it says its length or not', async (path) => {
    const headers = {
      origin: url,
      cookie: customer.cookie,
      'content-type': FORM_CONTENT_TYPE,
      apikey: PUBLIC_CLIENT_KEY,
    }
    const response = await rawRequest(url, { method: 'POST', path, headers, body: `email=${big}` })
    expect(response.status).toBe(413)
    const chunk = `${big.length.toString(16)}\r\n${big}\r\n0\r\n\r\n`
    const withoutLength = await rawRequest(url, {
      method: 'POST',
      path,
      headers: { ...headers, 'transfer-encoding': 'chunked' },
      body: chunk,
    })
    expect(withoutLength.status).toBe(413)
  })

  test('SESSION-7 signing out works with any body', async () => {
    for (const { type, body } of [{ type: FORM_CONTENT_TYPE, body: big }, ...Object.values(BODIES)]) {
      const headers = { origin: url, ...(type && { 'content-type': type }) }
      expect((await rawRequest(url, { method: 'POST', path: '/logout', headers, body })).status).toBe(303)
    }
  })

  test('a form without Content-Length is accepted, as some proxies send it', async () => {
    const fields = 'email=a%40example.com&password=not-the-password'
    const body = `${fields.length.toString(16)}\r\n${fields}\r\n0\r\n\r\n`
    const httpResponse = await rawRequest(url, {
      method: 'POST',
      path: '/login',
      headers: { origin: url, 'content-type': FORM_CONTENT_TYPE, 'transfer-encoding': 'chunked' },
      body,
    })
    expect([httpResponse.status, httpResponse.body]).toEqual([
      401,
      expect.stringContaining('Invalid email or password'),
    ])
  })

  test('twenty megabytes are refused without being buffered', async () => {
    const httpResponse = await rawRequest(url, {
      method: 'POST',
      path: '/login',
      headers: { origin: url, 'content-type': FORM_CONTENT_TYPE, 'content-length': String(20 * 1024 * 1024) },
      body: big,
    })
    expect(httpResponse.status).toBe(413)
  })
})

test('SECURITY-3 afterwards the shop is healthy', async () => {
  expect((await visitor.fetch('/healthz')).status).toBe(200)
  expect((await visitor.fetch('/')).status).toBe(200)
})
