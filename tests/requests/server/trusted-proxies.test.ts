import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request as sendRequest, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADDRESS, PASSWORD } from '#tests/fixtures/http/http-client.ts'
import { startShop, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'

/** The inner and outer proxy are trusted, like a CDN and a reverse proxy. */
const OUTER_PROXY = '127.0.0.2'
const INNER_PROXY = '127.0.0.3'
const UNTRUSTED_PROXY = '127.0.0.4'
const REGISTRATIONS_PER_ADDRESS = 10
const servers: Server[] = []
let shop: RunningShop
let throughTwoProxies: number
let throughUntrustedProxy: number

beforeAll(async () => {
  // app/main.ts has the real rate limits, which other test shops raise.
  shop = await startShop({
    main: 'app/main.ts',
    env: { DEMO: 'off', TRUSTED_PROXIES: `${OUTER_PROXY}, ${INNER_PROXY}` },
  })
  const shopPort = Number(new URL(shop.url).port)
  const innerPort = await startProxy(shopPort, INNER_PROXY)
  throughTwoProxies = await startProxy(innerPort, OUTER_PROXY)
  throughUntrustedProxy = await startProxy(shopPort, UNTRUSTED_PROXY)
}, 120_000)
afterAll(async () => {
  for (const server of servers) server.close()
  await shop?.stop()
})

async function startProxy(port: number, localAddress: string): Promise<number> {
  const server = createServer((request, response) => {
    const forwarded = [request.headers['x-forwarded-for'], request.socket.remoteAddress].filter(Boolean)
    const headers = { ...request.headers, 'x-forwarded-for': forwarded.join(', ') }
    const { method, url: path } = request
    const onward = sendRequest(
      { host: '127.0.0.1', port, localAddress, method, path, headers, agent: false },
      (answer) => {
        response.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(response)
      },
    )
    request.pipe(onward)
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

type Visitor = { port: number; address: string; forged?: string }

async function register({ port, address, forged }: Visitor): Promise<number> {
  const body = new URLSearchParams({
    ...ADDRESS,
    email: `visitor-${randomUUID()}@example.com`,
    password: PASSWORD,
    confirm_password: PASSWORD,
  }).toString()
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': Buffer.byteLength(body),
    origin: shop.url,
    ...(forged && { 'x-forwarded-for': forged }),
  }
  const request = sendRequest({
    host: '127.0.0.1',
    port,
    localAddress: address,
    method: 'POST',
    path: '/register',
    headers,
    agent: false,
  })
  request.end(body)
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  return answer.statusCode!
}

const registerTimes = (times: number, visitor: Visitor): Promise<number[]> =>
  Promise.all(Array.from({ length: times }, () => register(visitor)))

const REGISTERED = 302
const REFUSED = 429
const ALL_REGISTERED = Array<number>(REGISTRATIONS_PER_ADDRESS).fill(REGISTERED)

describe('LIMIT-16 Limits per address behind proxies', () => {
  test('each visitor behind two trusted proxies has a limit of their own', async () => {
    const visitor = { port: throughTwoProxies, address: '127.0.0.11' }
    const answers = await registerTimes(REGISTRATIONS_PER_ADDRESS + 1, visitor)
    expect(answers.toSorted((one, other) => one - other)).toEqual([...ALL_REGISTERED, REFUSED])
    expect(await register({ ...visitor, address: '127.0.0.12' })).toBe(REGISTERED)
  })

  test('a forged entry in X-Forwarded-For gives a visitor no further attempts', async () => {
    // This visitor used up all attempts in the previous test.
    const visitor = { port: throughTwoProxies, address: '127.0.0.11' }
    for (const forged of ['203.0.113.7', `203.0.113.8, ${OUTER_PROXY}`])
      expect(await register({ ...visitor, forged })).toBe(REFUSED)
  })

  test('visitors behind an untrusted proxy share its limit, and the log says so once', async () => {
    const first = { port: throughUntrustedProxy, address: '127.0.0.14' }
    expect(await registerTimes(REGISTRATIONS_PER_ADDRESS, first)).toEqual(ALL_REGISTERED)
    expect(await register({ ...first, address: '127.0.0.15' })).toBe(REFUSED)
    const warning = 'Set TRUSTED_PROXIES.'
    await shop.waitForOutput(warning)
    expect(shop.output().split(warning)).toHaveLength(2)
    expect(shop.output()).toContain(`"proxy":"${UNTRUSTED_PROXY}"`)
  })
})
