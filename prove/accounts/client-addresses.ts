import { join } from 'node:path'
import type { callerBehind } from '#server/http/client-address.ts'
import type { addressesAmong } from '#server/settings/trusted-proxies.ts'
import { chanceOf, someoneAmong } from '#prove/runner/seeded-random.ts'
import type { Step } from '#prove/runner/proof.ts'

const SEED = 24
const TRUSTED = ['127.0.0.0/8', '::1', '10.0.0.0/8', 'fd00::/8']
const PROXIES = ['10.1.2.3', '10.200.0.1', '127.0.0.9', 'fd00::7']
const STRANGERS = ['203.0.113.7', '198.51.100.9', '11.0.0.1', '9.255.255.255', '2001:db8::5', 'fe80::1']
const NOBODIES = ['unknown', '', '256.1.1.1', '_hidden', '10.0.0', "' or 1=1"]

export const callers: Step = {
  name: 'callers',
  asks: '100,000 chains of X-Forwarded-For, in part made up by the caller: whoever asks is the one whom the last trusted proxy names, and nobody chooses who they are',
  async prove(stage, tries) {
    const from = <Module>(file: string) => import(join(stage.tree, 'server', file)) as Promise<Module>
    const { callerBehind: read } = await from<{ callerBehind: typeof callerBehind }>('caller-address.ts')
    const { addressesAmong: among } = await from<{ addressesAmong: typeof addressesAmong }>('trusted-proxies.ts')
    const [isTrusted, chance] = [among(TRUSTED), chanceOf(SEED)]
    const some = (words: readonly string[], most: number) => Array.from({ length: Math.floor(chance() * (most + 1)) }, () => someoneAmong(words, chance))
    for (let round = 0; round < stage.times(100_000, 300); round += 1) {
      const peer = someoneAmong(PROXIES, chance)
      const madeUp = some([...PROXIES, ...STRANGERS, ...NOBODIES], 4)
      const way = some(PROXIES, 3)
      const isReal = chance() < 0.8
      const real = someoneAmong(isReal ? STRANGERS : NOBODIES, chance)
      const caller = read(peer, [...madeUp, real, ...way].join(chance() < 0.5 ? ', ' : ','), isTrusted)
      // Where a proxy could name nobody, it stands for whoever it spoke for.
      const expected = isReal ? real : (way[0] ?? peer)
      tries.expect(caller === expected, () => `${[...madeUp, real, ...way].join(', ')} by ${peer} was ${caller}, not ${expected}`)
    }
    return `seed ${SEED}`
  },
}
