import { randomUUID } from 'node:crypto'
import { cpus, loadavg } from 'node:os'
import { ADDRESS, PASSWORD, registerCustomer, HttpClient, type FormFields } from '#tests/fixtures/http/http-client.ts'
import { createSeededRandom, SEED, pickRandom } from '#prove/runner/seeded-random.ts'
import type { ProofStep } from '#prove/runner/proof.ts'
import { isShortRun, skipInShortRun } from '#prove/runner/short-run.ts'

/** Comparing a password keeps a core busy; the other doors mostly wait. */
const [HASHING_CONCURRENCY, WAITING_CONCURRENCY] = [4, 12]
const MAX_AUC_DEVIATION = 0.02
const FULL_SAMPLE_SIZE = 2000
/** Twice the standard error of 2,000 tries is 0.018: what lies beyond 0.02 is asked again, and all that was asked counts. */
const MAX_BATCHES = 3
type TimedResponse = { milliseconds: number; said: string }

type TimedEndpoint = { fieldsOf: (email: string) => FormFields; lanes: number }
const TIMED_ENDPOINTS: Record<string, TimedEndpoint> = {
  '/login': { fieldsOf: (email) => ({ email, password: 'not the password', remember: 'on' }), lanes: HASHING_CONCURRENCY },
  '/register': { fieldsOf: (email) => ({ ...ADDRESS, email, password: PASSWORD, confirm_password: PASSWORD }), lanes: HASHING_CONCURRENCY },
  '/forgot-password': { fieldsOf: (email) => ({ email }), lanes: WAITING_CONCURRENCY },
  '/verify-email': { fieldsOf: (email) => ({ email, intent: 'resend' }), lanes: WAITING_CONCURRENCY },
  '/admin': { fieldsOf: (email) => ({ email, password: 'not the password' }), lanes: HASHING_CONCURRENCY },
}

export const times: ProofStep = {
  name: 'times',
  scenario: 'sign-in, registration, reset and another verification mail for addresses with and without an account, by turns: the same answer word for word, and no time that tells which is which',
  async runProof(proofContext, checks) {
    if (isShortRun(proofContext)) return skipInShortRun(checks)
    const { url } = await proofContext.shop()
    const random = createSeededRandom(SEED)
    const known = Array.from({ length: 8 }, randomEmail)
    for (const email of known) await registerCustomer(new HttpClient(url), email)
    const seen: string[] = []
    for (const [path, { fieldsOf, lanes }] of Object.entries(TIMED_ENDPOINTS)) {
      const answers: Record<'known' | 'unknown', TimedResponse[]> = { known: [], unknown: [] }
      const count = proofContext.times(FULL_SAMPLE_SIZE, 24)
      for (let batch = 1; batch === 1 || (batch <= MAX_BATCHES && isDistinguishable(answers)); batch += 1) {
        const left = Array.from({ length: count * 2 }, (_, at) => (at % 2 === 0 ? 'known' : 'unknown') as 'known' | 'unknown')
        left.sort(() => random() - 0.5)
        const worker = async () => {
          for (let kind = left.pop(); kind; kind = left.pop()) {
            const email = kind === 'known' ? pickRandom(known, random) : randomEmail()
            const begun = performance.now()
            const answer = await new HttpClient(url).post(path, fieldsOf(email))
            const text = (await answer.text()).replaceAll(email, 'somebody')
            const said = `${answer.status} ${answer.headers.get('location') ?? ''} ${answer.headers.getSetCookie().join()} ${text}`
            answers[kind].push({ milliseconds: performance.now() - begun, said })
          }
        }
        await Promise.all(Array.from({ length: lanes }, worker))
      }
      const words = new Set(Object.values(answers).flat().map(({ said }) => said))
      const each = answers.known.length
      checks.add(each * 2, words.size === 1 ? [] : [`${path} answers in ${words.size} ways: ${[...words].map((said) => said.slice(0, 60)).join(' / ')}`])
      const area = areaUnderCurve(answers.known, answers.unknown)
      checks.expect(!isDistinguishable(answers), () => `${path}: the time tells which addresses have an account: AUC ${area.toFixed(3)} of ${each} each`)
      seen.push(`${path} ${area.toFixed(3)}${each > count ? ` of ${each} each` : ''}`)
    }
    return `AUC ${seen.join(', ')}; seed ${SEED}, load ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores, whose noise covers small differences`
  },
}

function isDistinguishable({ known, unknown }: Record<'known' | 'unknown', readonly TimedResponse[]>): boolean {
  const each = known.length
  // So far from a half a few tries come by chance alone.
  const byChance = each < FULL_SAMPLE_SIZE ? 2 * Math.sqrt((2 * each + 1) / (12 * each * each)) : 0
  return Math.abs(areaUnderCurve(known, unknown) - 0.5) > MAX_AUC_DEVIATION + byChance
}

const randomEmail = () => `somebody-${randomUUID()}@example.com`

/** How often one of the first takes longer than one of the second: a half when their times tell nothing. */
export function areaUnderCurve(first: readonly TimedResponse[], second: readonly TimedResponse[]): number {
  const longer = first.reduce(
    (sum, one) => sum + second.reduce((wins, other) => wins + (one.milliseconds > other.milliseconds ? 1 : one.milliseconds === other.milliseconds ? 0.5 : 0), 0), 0,
  )
  return longer / (first.length * second.length)
}
