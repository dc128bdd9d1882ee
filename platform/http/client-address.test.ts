import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import type { AddressInfo, Server } from 'node:net'
import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import { resolveForwardedAddress, createClientAddressReader, type ClientAddress } from './client-address.ts'
import { entriesFromRight, type ForwardedHeader } from './proxies/forwarded-header.ts'
import { readSettings } from '#platform/settings/environment-settings.ts'
import { createAddressMatcher, parseTrustedProxies } from '#platform/settings/trusted-proxies.ts'

const isTrusted = createAddressMatcher(parseTrustedProxies('loopback, 10.0.0.0/8 fd00::/8,2001:db8::7')!)
const resolve = (peer: string, forwarded: string) =>
  resolveForwardedAddress(peer, entriesFromRight('x-forwarded-for', forwarded), isTrusted)

describe('The client is the first address from the right that is no trusted proxy', () => {
  test.each([
    ['127.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['127.0.0.1', '1.2.3.4, 203.0.113.7', '203.0.113.7'],
    ['127.0.0.1', '1.2.3.4, 203.0.113.7, 10.1.2.3', '203.0.113.7'],
    ['127.0.0.1', '203.0.113.7, 10.1.2.3, fd00::9, 2001:db8::7', '203.0.113.7'],
    ['127.0.0.1', '10.0.0.1, 10.0.0.2', '10.0.0.1'],
    ['127.0.0.1', '2001:DB8:1::1, ::1', '2001:db8:1::1'],
    ['127.0.0.1', '::ffff:203.0.113.7', '203.0.113.7'],
    ['127.0.0.1', '203.0.113.7:4711', '203.0.113.7'],
    ['127.0.0.1', '[2001:db8:1::1]:443', '2001:db8:1::1'],
    ['127.0.0.1', 'fe80::1%eth0', 'fe80::1'],
    ['127.0.0.1', ' 203.0.113.7 ', '203.0.113.7'],
  ])('%s, forwarded for %s: %s', (peer, forwarded, client) => {
    expect(resolve(peer, forwarded)).toBe(client)
  })

  test.each([
    ['unknown'],
    [''],
    [',,,'],
    ['203.0.113.7, unknown'],
    ['203.0.113.7, 1.2.3.4.5'],
    ['203.0.113.7, 256.1.1.1'],
    ["'; drop table orders; --"],
    ['203.0.113.7,'],
  ])('an entry that is no address ends the search: %s', (forwarded) => {
    expect(resolve('127.0.0.1', forwarded)).toBe('127.0.0.1')
    expect(resolve('127.0.0.1', `${forwarded}, 10.0.0.8`)).toBe('10.0.0.8')
  })
})

describe('TRUSTED_PROXIES', () => {
  const settingsOf = (value?: string) => readSettings(value === undefined ? {} : { TRUSTED_PROXIES: value })
  test('is loopback by default', () => {
    expect(settingsOf()).toMatchObject({ value: { trustedProxies: ['127.0.0.0/8', '::1/128'] } })
    expect(settingsOf('10.0.0.5, 192.168.1.0/24 fd00::/8')).toMatchObject({
      value: { trustedProxies: ['10.0.0.5', '192.168.1.0/24', 'fd00::/8'] },
    })
    expect(settingsOf('loopback,10.0.0.5')).toMatchObject({
      value: { trustedProxies: ['127.0.0.0/8', '::1/128', '10.0.0.5'] },
    })
  })
  test.each([
    '10.0.0',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    'proxy.example',
    '::1/129',
    'fe80::1%eth0',
    '0.0.0.0/0',
    '::/0',
    ',',
    '*',
  ])('rejects %s', (value) => {
    expect(settingsOf(value)).toMatchObject({
      ok: false,
      refusal: {
        problems: [
          `TRUSTED_PROXIES must list addresses and networks of your proxies, like 10.0.0.5, 192.168.1.0/24 or fd00::/8 (it is '${value}').`,
        ],
      },
    })
  })
})

let server: Server | undefined
afterEach(() => server?.close())

async function readClients(
  trustedProxies: string[],
  forwarded: (string | undefined | Record<string, string>)[],
  forwardedHeader: ForwardedHeader = 'x-forwarded-for',
) {
  const logged: unknown[][] = []
  const { read } = createClientAddressReader({
    trustedProxies,
    forwardedHeader,
    log: { warn: (...entry: unknown[]) => void logged.push(entry) } as never,
  })
  const app = new Hono().get('*', (context) => context.json(read(context)))
  server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const clients: ClientAddress[] = []
  for (const header of forwarded) {
    const headers = typeof header === 'string' ? { 'x-forwarded-for': header } : (header ?? {})
    clients.push(
      (await (
        await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { headers })
      ).json()) as ClientAddress,
    )
  }
  return { clients, logged }
}

test('the address forwarded by a trusted proxy is used', async () => {
  const { clients, logged } = await readClients(['127.0.0.1'], ['203.0.113.7', '203.0.113.8', undefined])
  expect(clients.map(({ ip }) => ip)).toEqual(['203.0.113.7', '203.0.113.8', '127.0.0.1'])
  expect(clients.map(({ untrustedProxy }) => untrustedProxy)).toEqual([null, null, null])
  expect(logged).toEqual([])
})

test('the address forwarded by another proxy is ignored, logged once and reported with the client address', async () => {
  const { clients, logged } = await readClients(
    ['10.0.0.5'],
    [undefined, '203.0.113.7', '203.0.113.8', undefined],
  )
  expect(clients.map(({ ip }) => ip)).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.1', '127.0.0.1'])
  expect(clients.map(({ untrustedProxy }) => untrustedProxy)).toEqual([
    null,
    '127.0.0.1',
    '127.0.0.1',
    '127.0.0.1',
  ])
  expect(logged).toEqual([
    [
      { proxy: '127.0.0.1' },
      'Requests come through a proxy that is not trusted: all shoppers behind it share one limit. Set TRUSTED_PROXIES.',
    ],
  ])
})

describe('PROXY-3 One header is read, whichever others come', () => {
  const both = { 'x-forwarded-for': '203.0.113.7', forwarded: 'for=198.51.100.9' }
  test('FORWARDED_HEADER chooses it', async () => {
    const byDefault = await readClients(['127.0.0.1'], [both])
    expect(byDefault.clients).toEqual([{ ip: '203.0.113.7', untrustedProxy: null }])
    const chosen = await readClients(['127.0.0.1'], [both], 'forwarded')
    expect(chosen.clients).toEqual([{ ip: '198.51.100.9', untrustedProxy: null }])
    expect([...byDefault.logged, ...chosen.logged]).toEqual([])
  })

  test('a trusted proxy that sends only another counts as the client, and the log says so once', async () => {
    const { clients, logged } = await readClients(
      ['127.0.0.1'],
      [{ 'x-forwarded-for': '203.0.113.7' }, { 'x-forwarded-for': '203.0.113.8' }],
      'forwarded',
    )
    expect(clients.map(({ ip }) => ip)).toEqual(['127.0.0.1', '127.0.0.1'])
    expect(logged).toEqual([
      [
        { proxy: '127.0.0.1' },
        'A trusted proxy sends no forwarded but another header with addresses: all shoppers behind it share one limit. Set FORWARDED_HEADER.',
      ],
    ])
  })

  test('the setting accepts either name in any case', () => {
    expect(readSettings({})).toMatchObject({ value: { forwardedHeader: 'x-forwarded-for' } })
    expect(readSettings({ FORWARDED_HEADER: 'Forwarded' })).toMatchObject({
      value: { forwardedHeader: 'forwarded' },
    })
    expect(readSettings({ FORWARDED_HEADER: 'X-Real-IP' })).toMatchObject({
      refusal: { problems: [expect.stringContaining('must be X-Forwarded-For or Forwarded')] },
    })
  })
})
