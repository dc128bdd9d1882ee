import { join } from 'node:path'
import type { createClientAddressReader } from '#platform/http/client-address.ts'
import { untrustedProxyMessage } from '#features/dashboard/admin/untrusted-proxy-message.ts'
import { signInAsAdmin } from '#tests/fixtures/http/http-client.ts'
import type { Mutant } from '#prove/runner/mutants.ts'
import type { CheckCounter, ProofStep } from '#prove/runner/proof.ts'
import type { ProofContext } from '#prove/runner/proof-context.ts'
import { toShortJson } from '#prove/runner/run-concurrently.ts'
import { createSeededRandom, pickRandom, randomInteger, SEED } from '#prove/runner/seeded-random.ts'

const TRUSTED_PROXY = '10.1.2.3'
/** No client on the internet has one of these addresses. */
const PRIVATE_PROXIES = [
  '10.9.9.9',
  '172.20.0.1',
  '192.168.7.7',
  '100.100.0.1',
  '127.0.0.4',
  'fd12::1',
  'fe80::1',
]
const PUBLIC_PEERS = Array.from({ length: 14 }, (_, number) => `203.0.113.${number + 1}`)
const FORWARDED_CLIENT = '198.51.100.9'
const MAX_REPORTED_PROXIES = 10

type ReadContext = Parameters<ReturnType<typeof createClientAddressReader>['read']>[0]

export const untrustedProxies: ProofStep = {
  name: 'untrusted-proxies',
  scenario:
    '1,000 series of requests from proxies, trusted or not, and from clients that forge the header: an address forwarded by an untrusted one is never used, its proxy is logged once, and the dashboard names it',
  async runProof(proofContext, checks) {
    await readRandomSeries(proofContext, checks)
    await readDashboard(proofContext, checks)
    return `seed ${SEED}`
  },
}

/** Compares with a separate model: at most ten proxies are logged, because any client can send the header. */
async function readRandomSeries(proofContext: ProofContext, checks: CheckCounter) {
  const { createClientAddressReader: createReader } = (await import(
    join(proofContext.tree, 'platform/http/client-address.ts')
  )) as { createClientAddressReader: typeof createClientAddressReader }
  const random = createSeededRandom(SEED)
  for (let series = 0; series < proofContext.times(1000, 30); series += 1) {
    const logged: string[] = []
    const { read } = createReader({
      trustedProxies: [TRUSTED_PROXY],
      forwardedHeader: 'x-forwarded-for',
      log: { warn: ({ proxy }: { proxy: string }) => void logged.push(proxy) } as never,
    })
    const expectedLog: string[] = []
    let privateProxy: string | null = null
    for (let request = randomInteger(1, 40, random); request > 0; request -= 1) {
      const peer = pickRandom([TRUSTED_PROXY, ...PRIVATE_PROXIES, ...PUBLIC_PEERS], random)
      const isForwarded = random() < 0.6
      const isUntrusted = isForwarded && peer !== TRUSTED_PROXY
      if (isUntrusted && PRIVATE_PROXIES.includes(peer)) privateProxy = peer
      if (isUntrusted && !expectedLog.includes(peer) && expectedLog.length < MAX_REPORTED_PROXIES)
        expectedLog.push(peer)
      const headers = isForwarded ? { 'x-forwarded-for': FORWARDED_CLIENT } : {}
      const incoming = { socket: { remoteAddress: peer }, headers }
      const found = read({ env: { incoming } } as unknown as ReadContext)
      const expected = {
        ip: isForwarded && !isUntrusted ? FORWARDED_CLIENT : peer,
        untrustedProxy: isUntrusted ? peer : privateProxy,
      }
      checks.expect(
        toShortJson(found) === toShortJson(expected),
        () =>
          `${peer}${isForwarded ? ' with a header' : ''}: ${toShortJson(found)}, not ${toShortJson(expected)}`,
      )
    }
    checks.expect(
      logged.join() === expectedLog.join(),
      () => `logged were ${logged.join()}, and not ${expectedLog.join()}`,
    )
  }
}

async function readDashboard(proofContext: ProofContext, checks: CheckCounter) {
  const shop = await proofContext.open({ env: { TRUSTED_PROXIES: TRUSTED_PROXY, LOG_LEVEL: 'warn' } })
  const owner = await signInAsAdmin(shop.url)
  const isShown = async (headers = {}) =>
    (await (await owner.fetch('/admin/dashboard', { headers })).text()).includes(
      untrustedProxyMessage('127.0.0.1'),
    )
  checks.expect(!(await isShown()), () => 'the dashboard names a proxy before one has forwarded an address')
  for (const [name, value] of [
    ['x-forwarded-for', FORWARDED_CLIENT],
    ['forwarded', `for=${FORWARDED_CLIENT}`],
  ] as const)
    checks.expect(
      await isShown({ [name]: value }),
      () => `the dashboard does not name the proxy that sent ${name}`,
    )
  checks.expect(await isShown(), () => 'the dashboard forgot the proxy')
  const logged = shop.output().split('"proxy":"127.0.0.1"').length - 1
  checks.expect(logged === 1, () => `the proxy is in the log ${logged} times`)
}

const READER = 'platform/http/client-address.ts'

export const untrustedProxyMutants: Mutant[] = [
  {
    guard: 'an address forwarded by an untrusted proxy is ignored',
    step: 'untrusted-proxies',
    file: READER,
    from: 'isTrusted(peer) && forwarded\n',
    to: 'forwarded\n',
  },
  {
    guard: 'an untrusted proxy is reported in the log',
    step: 'untrusted-proxies',
    file: READER,
    from: 'if (reported.has(proxy) || reported.size >= MAX_REPORTED_PROXIES) return',
    to: 'if (!reported.has(proxy)) return',
  },
  {
    guard: 'the log names each untrusted proxy once, and ten at most',
    step: 'untrusted-proxies',
    file: READER,
    from: 'if (reported.has(proxy) || reported.size >= MAX_REPORTED_PROXIES) return',
    to: '',
  },
  {
    guard: 'the dashboard names an untrusted proxy',
    step: 'untrusted-proxies',
    file: 'features/dashboard/admin/dashboard-page.server.ts',
    from: 'context.get(clientAddressContext).untrustedProxy ?? null',
    to: 'null',
  },
]
