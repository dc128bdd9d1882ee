import { join } from 'node:path'
import type { resolveForwardedAddress } from '#platform/http/client-address.ts'
import type { entriesFromRight } from '#platform/http/proxies/forwarded-header.ts'
import type { createAddressMatcher } from '#platform/settings/trusted-proxies.ts'
import { createSeededRandom, pickRandom } from '#prove/runner/seeded-random.ts'
import type { ProofStep } from '#prove/runner/proof.ts'

const SEED = 24
const TRUSTED = ['127.0.0.0/8', '::1', '10.0.0.0/8', 'fd00::/8']
const PROXIES = ['10.1.2.3', '10.200.0.1', '127.0.0.9', 'fd00::7']
const CLIENTS = ['203.0.113.7', '198.51.100.9', '11.0.0.1', '9.255.255.255', '2001:db8::5', 'fe80::1']
const INVALID_ADDRESSES = ['unknown', '', '256.1.1.1', '_hidden', '10.0.0', "' or 1=1"]
/** What a client may send before the proxies' entries. */
const BROKEN_ELEMENTS = [
  'for="',
  'for="1.2.3.4',
  '"',
  'for=1.2.3.4;"',
  'for="\\',
  ';;=',
  'for=1.2.3.4, for="\\"',
]

/** RFC 7239 quotes everything that is not a token. */
const elementFor = (address: string) =>
  address.includes(':') ? `for="[${address}]:443";proto=https` : `proto=https; For="${address}"`

export const clientAddresses: ProofStep = {
  name: 'callers',
  scenario:
    '100,000 chains of X-Forwarded-For and Forwarded, partly forged by the client: the client address is the one that the last trusted proxy recorded',
  async runProof(proofContext, checks) {
    const from = <Module>(file: string) =>
      import(join(proofContext.tree, 'platform', file)) as Promise<Module>
    const { resolveForwardedAddress: resolveAddress } = await from<{
      resolveForwardedAddress: typeof resolveForwardedAddress
    }>('http/client-address.ts')
    const { entriesFromRight: entriesOf } = await from<{ entriesFromRight: typeof entriesFromRight }>(
      'http/proxies/forwarded-header.ts',
    )
    const { createAddressMatcher: createMatcher } = await from<{
      createAddressMatcher: typeof createAddressMatcher
    }>('settings/trusted-proxies.ts')
    const [isTrusted, random] = [createMatcher(TRUSTED), createSeededRandom(SEED)]
    const pickSome = (words: readonly string[], maxCount: number) =>
      Array.from({ length: Math.floor(random() * (maxCount + 1)) }, () => pickRandom(words, random))
    for (let round = 0; round < proofContext.times(100_000, 300); round += 1) {
      const peer = pickRandom(PROXIES, random)
      const forged = pickSome([...PROXIES, ...CLIENTS, ...INVALID_ADDRESSES], 4)
      const proxies = pickSome(PROXIES, 3)
      const isReal = random() < 0.8
      const real = pickRandom(isReal ? CLIENTS : INVALID_ADDRESSES, random)
      const separator = random() < 0.5 ? ', ' : ','
      const isStandard = random() < 0.5
      const chain = isStandard
        ? [...forged, ...pickSome(BROKEN_ELEMENTS, 1), ...[real, ...proxies].map(elementFor)]
        : [...forged, real, ...proxies]
      const header = isStandard ? 'forwarded' : 'x-forwarded-for'
      const client = resolveAddress(peer, entriesOf(header, chain.join(separator)), isTrusted)
      // A proxy that could not name its client counts as the client.
      const expected = isReal ? real : (proxies[0] ?? peer)
      checks.expect(
        client === expected,
        () => `${header}: ${chain.join(separator)} by ${peer} was ${client}, not ${expected}`,
      )
    }
    return `seed ${SEED}`
  },
}
