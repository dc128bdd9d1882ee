import { randomUUID } from 'node:crypto'
import { cpus, loadavg } from 'node:os'
import { ADDRESS, PASSWORD, register, Visitor, type Fields } from '#tests/fixtures/http/http-client.ts'
import { chanceOf, SEED, someoneAmong } from '#prove/runner/seeded-random.ts'
import type { Step } from '#prove/runner/proof.ts'
import { isForTests, leftOut } from '#prove/runner/short-run.ts'

/** Comparing a password keeps a core busy; the other doors mostly wait. */
const [LANES_COMPARING, LANES_WAITING] = [4, 12]
const FARTHEST = 0.02
const FULL = 2000
/** Twice the standard error of 2,000 tries is 0.018: what lies beyond 0.02 is asked again, and all that was asked counts. */
const BATCHES_MOST = 3
type Answered = { milliseconds: number; said: string }

type Door = { fieldsOf: (email: string) => Fields; lanes: number }
const DOORS: Record<string, Door> = {
  '/login': { fieldsOf: (email) => ({ email, password: 'not the password', remember: 'on' }), lanes: LANES_COMPARING },
  '/register': { fieldsOf: (email) => ({ ...ADDRESS, email, password: PASSWORD, confirm_password: PASSWORD }), lanes: LANES_COMPARING },
  '/forgot-password': { fieldsOf: (email) => ({ email }), lanes: LANES_WAITING },
  '/verify-email': { fieldsOf: (email) => ({ email, intent: 'resend' }), lanes: LANES_WAITING },
  '/admin': { fieldsOf: (email) => ({ email, password: 'not the password' }), lanes: LANES_COMPARING },
}

export const times: Step = {
  name: 'times',
  asks: 'sign-in, registration, reset and another verification mail for addresses with and without an account, by turns: the same answer word for word, and no time that tells which is which',
  async prove(stage, tries) {
    if (isForTests(stage)) return leftOut(tries)
    const { url } = await stage.shop()
    const chance = chanceOf(SEED)
    const known = Array.from({ length: 8 }, anAddress)
    for (const email of known) await register(new Visitor(url), email)
    const seen: string[] = []
    for (const [path, { fieldsOf, lanes }] of Object.entries(DOORS)) {
      const answers: Record<'known' | 'unknown', Answered[]> = { known: [], unknown: [] }
      const count = stage.times(FULL, 24)
      for (let batch = 1; batch === 1 || (batch <= BATCHES_MOST && isFar(answers)); batch += 1) {
        const left = Array.from({ length: count * 2 }, (_, at) => (at % 2 === 0 ? 'known' : 'unknown') as 'known' | 'unknown')
        left.sort(() => chance() - 0.5)
        const lane = async () => {
          for (let kind = left.pop(); kind; kind = left.pop()) {
            const email = kind === 'known' ? someoneAmong(known, chance) : anAddress()
            const begun = performance.now()
            const answer = await new Visitor(url).post(path, fieldsOf(email))
            const text = (await answer.text()).replaceAll(email, 'somebody')
            const said = `${answer.status} ${answer.headers.get('location') ?? ''} ${answer.headers.getSetCookie().join()} ${text}`
            answers[kind].push({ milliseconds: performance.now() - begun, said })
          }
        }
        await Promise.all(Array.from({ length: lanes }, lane))
      }
      const words = new Set(Object.values(answers).flat().map(({ said }) => said))
      const each = answers.known.length
      tries.add(each * 2, words.size === 1 ? [] : [`${path} answers in ${words.size} ways: ${[...words].map((said) => said.slice(0, 60)).join(' / ')}`])
      const area = areaUnderCurve(answers.known, answers.unknown)
      tries.expect(!isFar(answers), () => `${path}: the time tells which addresses have an account: AUC ${area.toFixed(3)} of ${each} each`)
      seen.push(`${path} ${area.toFixed(3)}${each > count ? ` of ${each} each` : ''}`)
    }
    return `AUC ${seen.join(', ')}; seed ${SEED}, load ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores, whose noise covers small differences`
  },
}

function isFar({ known, unknown }: Record<'known' | 'unknown', readonly Answered[]>): boolean {
  const each = known.length
  // So far from a half a few tries come by chance alone.
  const byChance = each < FULL ? 2 * Math.sqrt((2 * each + 1) / (12 * each * each)) : 0
  return Math.abs(areaUnderCurve(known, unknown) - 0.5) > FARTHEST + byChance
}

const anAddress = () => `somebody-${randomUUID()}@example.com`

/** How often one of the first takes longer than one of the second: a half when their times tell nothing. */
export function areaUnderCurve(first: readonly Answered[], second: readonly Answered[]): number {
  const longer = first.reduce(
    (sum, one) => sum + second.reduce((wins, other) => wins + (one.milliseconds > other.milliseconds ? 1 : one.milliseconds === other.milliseconds ? 0.5 : 0), 0), 0,
  )
  return longer / (first.length * second.length)
}
