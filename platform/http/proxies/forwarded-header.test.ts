import { describe, expect, test } from 'vitest'
import { createSeededRandom, pickRandom } from '#prove/runner/seeded-random.ts'
import { createAddressMatcher } from '#platform/settings/trusted-proxies.ts'
import { resolveForwardedAddress } from '#platform/http/client-address.ts'
import { entriesFromRight } from './forwarded-header.ts'

const isTrusted = createAddressMatcher(['127.0.0.0/8', '10.0.0.0/8', 'fd00::/8'])
const clientOf = (forwarded: string) =>
  resolveForwardedAddress('127.0.0.1', entriesFromRight('forwarded', forwarded), isTrusted)

describe('PROXY-1 Forwarded (RFC 7239) names the client as X-Forwarded-For does', () => {
  test.each([
    ['for=203.0.113.7', '203.0.113.7'],
    ['For="203.0.113.7"', '203.0.113.7'],
    ['for="203.0.113.7:47011"', '203.0.113.7'],
    ['for="203.0.113.7:_port"', '203.0.113.7'],
    ['for="[2001:db8:CAFE::17]:4711"', '2001:db8:cafe::17'],
    ['for="[2001:db8:cafe::17]";proto=https;by=10.0.0.1;host="a;b,c=d"', '2001:db8:cafe::17'],
    ['by=1.2.3.4; FOR = 203.0.113.7 ;proto=http', '203.0.113.7'],
    [String.raw`for="203.0\.113.7";host="say \"for=1.2.3.4, for=5.6.7.8\""`, '203.0.113.7'],
    ['for=1.2.3.4, for=203.0.113.7, for=10.0.0.2', '203.0.113.7'],
    ['for=1.2.3.4,for=203.0.113.7,for="[fd00::9]"', '203.0.113.7'],
  ])('%s: %s', (forwarded, client) => {
    expect(clientOf(forwarded)).toBe(client)
  })

  test.each([
    'for=unknown',
    'for=_hidden',
    'for="_hidden-7"',
    'by=203.0.113.7',
    'for=203.0.113.7;for=1.2.3.4',
    'for=203.0.113.7 1.2.3.4',
    'for="203.0.113.7',
    'for=203.0.113.7"',
    'for=',
    'for',
    '',
    ',,;;==',
  ])('a proxy that names no address counts as the client: %s', (forwarded) => {
    expect(clientOf(forwarded)).toBe('127.0.0.1')
    expect(clientOf(`${forwarded}, for=10.0.0.8`)).toBe('10.0.0.8')
  })
})

describe('PROXY-2 What a client sends itself never decides', () => {
  const CHARACTERS = [
    '"',
    '\\',
    ',',
    ';',
    '=',
    ' ',
    'for=',
    'for="',
    '1.2.3.4',
    '10.0.0.1',
    '[',
    ']',
    '_',
    'unknown',
  ]
  const CLIENTS = ['203.0.113.7', '"203.0.113.7:80"', '"[2001:db8::5]:443"', '"[2001:db8::5]"']

  test('whatever stands before the entry of the first trusted proxy', () => {
    const random = createSeededRandom(7239)
    const pickSome = (words: readonly string[], maxCount: number) =>
      Array.from({ length: Math.floor(random() * (maxCount + 1)) }, () => pickRandom(words, random))
    const wrong: string[] = []
    for (let round = 0; round < 20_000; round += 1) {
      const client = pickRandom(CLIENTS, random)
      const proxies = pickSome(['10.0.0.2', '"[fd00::7]:1"', '"127.0.0.3"'], 3)
      const own = [client, ...proxies].map((node) => `for=${node};host="a, b\\"c;d";proto=https`)
      const header = [pickSome(CHARACTERS, 8).join(''), ...own].join(random() < 0.5 ? ', ' : ',')
      if (clientOf(header) !== (client.includes('2001') ? '2001:db8::5' : '203.0.113.7')) wrong.push(header)
    }
    expect(wrong).toEqual([])
  })
})
