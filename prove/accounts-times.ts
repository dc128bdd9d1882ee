import { randomUUID } from 'node:crypto'
import { cpus, loadavg } from 'node:os'
import { ADDRESS, PASSWORD, register, Visitor, type Fields } from '#tests/visitor.ts'
import { chanceOf, SEED, someoneAmong } from './chance.ts'
import type { Step } from './part.ts'
import { isForTests, leftOut } from './shortest.ts'

const LANES = 4
const FARTHEST = 0.02
type Answered = { milliseconds: number; said: string }

const DOORS: Record<string, (email: string) => Fields> = {
  '/login': (email) => ({ email, password: 'not the password', remember: 'on' }),
  '/register': (email) => ({ ...ADDRESS, email, password: PASSWORD, confirm_password: PASSWORD }),
  '/forgot-password': (email) => ({ email }),
  '/admin': (email) => ({ email, password: 'not the password' }),
}

export const times: Step = {
  name: 'times',
  asks: 'sign-in, registration and reset for addresses with and without an account, by turns: the same answer word for word, and no time that tells which is which',
  async prove(stage, tries) {
    if (isForTests(stage)) return leftOut(tries)
    const { url } = await stage.shop()
    const chance = chanceOf(SEED)
    const known = Array.from({ length: 8 }, anAddress)
    for (const email of known) await register(new Visitor(url), email)
    const seen: string[] = []
    for (const [path, fieldsOf] of Object.entries(DOORS)) {
      const answers: Record<'known' | 'unknown', Answered[]> = { known: [], unknown: [] }
      const count = stage.times(2000, 24)
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
      await Promise.all(Array.from({ length: LANES }, lane))
      const words = new Set(Object.values(answers).flat().map(({ said }) => said))
      tries.add(count * 2, words.size === 1 ? [] : [`${path} answers in ${words.size} ways: ${[...words].map((said) => said.slice(0, 60)).join(' / ')}`])
      const area = areaUnderCurve(answers.known, answers.unknown)
      // So far from a half it comes by chance alone, twice its standard error.
      const byChance = 2 * Math.sqrt((2 * count + 1) / (12 * count * count))
      tries.expect(Math.abs(area - 0.5) <= FARTHEST + byChance, () => `${path}: the time tells which addresses have an account: AUC ${area.toFixed(3)} of ${count} each`)
      seen.push(`${path} ${area.toFixed(3)}`)
    }
    return `AUC ${seen.join(', ')}; seed ${SEED}, load ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores, whose noise covers small differences`
  },
}

const anAddress = () => `somebody-${randomUUID()}@example.com`

/** How often one of the first takes longer than one of the second: a half when their times tell nothing. */
export function areaUnderCurve(first: readonly Answered[], second: readonly Answered[]): number {
  const longer = first.reduce(
    (sum, one) => sum + second.reduce((wins, other) => wins + (one.milliseconds > other.milliseconds ? 1 : one.milliseconds === other.milliseconds ? 0.5 : 0), 0), 0,
  )
  return longer / (first.length * second.length)
}
