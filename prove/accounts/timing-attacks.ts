import { randomUUID } from 'node:crypto'
import { cpus, loadavg } from 'node:os'
import {
  ADDRESS,
  PASSWORD,
  registerCustomer,
  HttpClient,
  type FormFields,
} from '#tests/fixtures/http/http-client.ts'
import { createSeededRandom, SEED, pickRandom } from '#prove/runner/seeded-random.ts'
import type { ProofStep } from '#prove/runner/proof.ts'

/** Password hashing keeps a core busy; other endpoints mostly wait. */
const [HASHING_CONCURRENCY, WAITING_CONCURRENCY] = [4, 12]
/** With few attempts, the noise of concurrent ones would hide a difference. */
const MIN_CONCURRENT_SAMPLE_SIZE = 100
const MAX_AUC_DEVIATION = 0.02
const FULL_SAMPLE_SIZE = 2000
/** With 2,000 samples twice the standard error is 0.018: above 0.02, further samples are taken, and all count. */
const MAX_BATCHES = 3
type TimedResponse = { milliseconds: number; content: string }

/** Timers may fire a little early. */
const TIMER_TOLERANCE_MS = 5

/** No answer is faster than `minimumMs`: noise covers small differences, but not that one. */
type TimedEndpoint = { fieldsOf: (email: string) => FormFields; concurrency: number; minimumMs: number }
const TIMED_ENDPOINTS: Record<string, TimedEndpoint> = {
  '/login': {
    fieldsOf: (email) => ({ email, password: 'not the password', remember: 'on' }),
    concurrency: HASHING_CONCURRENCY,
    minimumMs: 250,
  },
  '/register': {
    fieldsOf: (email) => ({ ...ADDRESS, email, password: PASSWORD, confirm_password: PASSWORD }),
    concurrency: HASHING_CONCURRENCY,
    minimumMs: 400,
  },
  '/forgot-password': { fieldsOf: (email) => ({ email }), concurrency: WAITING_CONCURRENCY, minimumMs: 400 },
  '/verify-email': {
    fieldsOf: (email) => ({ email, intent: 'resend' }),
    concurrency: WAITING_CONCURRENCY,
    minimumMs: 600,
  },
  '/admin': {
    fieldsOf: (email) => ({ email, password: 'not the password' }),
    concurrency: HASHING_CONCURRENCY,
    minimumMs: 250,
  },
}

export const times: ProofStep = {
  name: 'times',
  scenario:
    'sign-in, registration, reset and repeated verification email for addresses with and without an account: equal responses and response times, none faster than its minimum',
  async runProof(proofContext, checks) {
    const { url } = await proofContext.shop()
    const random = createSeededRandom(SEED)
    const known = Array.from({ length: 8 }, randomEmail)
    for (const email of known) await registerCustomer(new HttpClient(url), email)
    const results: string[] = []
    for (const [path, { fieldsOf, concurrency, minimumMs }] of Object.entries(TIMED_ENDPOINTS)) {
      const responses: Record<'known' | 'unknown', TimedResponse[]> = { known: [], unknown: [] }
      const count = proofContext.times(FULL_SAMPLE_SIZE, 24)
      for (let batch = 1; batch === 1 || (batch <= MAX_BATCHES && isDistinguishable(responses)); batch += 1) {
        const remaining = Array.from({ length: count * 2 }, (_, index): 'known' | 'unknown' =>
          index % 2 === 0 ? 'known' : 'unknown',
        )
        remaining.sort(() => random() - 0.5)
        const worker = async () => {
          for (let kind = remaining.pop(); kind; kind = remaining.pop()) {
            const email = kind === 'known' ? pickRandom(known, random) : randomEmail()
            const startedAt = performance.now()
            const response = await new HttpClient(url).post(path, fieldsOf(email))
            const all = `${response.status} ${response.headers.get('location') ?? ''} ${response.headers.getSetCookie().join()} ${await response.text()}`
            // A cookie contains the address in its encoded form.
            const content = all
              .replaceAll(encodeURIComponent(email), 'somebody')
              .replaceAll(email, 'somebody')
            responses[kind].push({ milliseconds: performance.now() - startedAt, content })
          }
        }
        const workers = count < MIN_CONCURRENT_SAMPLE_SIZE ? 1 : concurrency
        await Promise.all(Array.from({ length: workers }, worker))
      }
      const distinctContents = new Set(
        Object.values(responses)
          .flat()
          .map(({ content }) => content),
      )
      const sampleSize = responses.known.length
      checks.add(
        sampleSize * 2,
        distinctContents.size === 1
          ? []
          : [
              `${path} answers in ${distinctContents.size} ways: ${[...distinctContents].map((content) => content.slice(0, 60)).join(' / ')}`,
            ],
      )
      const area = areaUnderCurve(responses.known, responses.unknown)
      checks.expect(
        !isDistinguishable(responses),
        () =>
          `${path}: the time reveals which addresses have an account: AUC ${area.toFixed(3)} of ${sampleSize} each`,
      )
      const fastest = Math.min(
        ...Object.values(responses)
          .flat()
          .map(({ milliseconds }) => milliseconds),
      )
      checks.expect(
        fastest >= minimumMs - TIMER_TOLERANCE_MS,
        () =>
          `${path} answered after ${Math.round(fastest)} ms, and no address may be answered before ${minimumMs} ms`,
      )
      results.push(`${path} ${area.toFixed(3)}${sampleSize > count ? ` of ${sampleSize} each` : ''}`)
    }
    return `AUC ${results.join(', ')}; seed ${SEED}, load ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores, whose noise covers small differences`
  },
}

function isDistinguishable({
  known,
  unknown,
}: Record<'known' | 'unknown', readonly TimedResponse[]>): boolean {
  const sampleSize = known.length
  const byChance =
    sampleSize < FULL_SAMPLE_SIZE ? 2 * Math.sqrt((2 * sampleSize + 1) / (12 * sampleSize * sampleSize)) : 0
  return Math.abs(areaUnderCurve(known, unknown) - 0.5) > MAX_AUC_DEVIATION + byChance
}

const randomEmail = () => `somebody-${randomUUID()}@example.com`

/** The probability that a value of `first` is greater: 0.5 if times reveal nothing. */
function areaUnderCurve(first: readonly TimedResponse[], second: readonly TimedResponse[]): number {
  const longer = first.reduce(
    (sum, one) =>
      sum +
      second.reduce(
        (wins, other) =>
          wins +
          (one.milliseconds > other.milliseconds ? 1 : one.milliseconds === other.milliseconds ? 0.5 : 0),
        0,
      ),
    0,
  )
  return longer / (first.length * second.length)
}
