import type { FeaturedOrder } from '#features/catalogue/featured-order/featured-order.ts'
import { insertProduct } from '#tests/fixtures/databases/test-records.ts'
import type { HttpClient } from '#tests/fixtures/http/http-client.ts'
import { FEATURED_ORDER_PATH } from '#features/catalogue/featured-order/admin/featured-order-url.ts'
import type { Mutant } from '#prove/runner/mutants.ts'
import type { ProofStep } from '#prove/runner/proof.ts'
import { createSeededRandom, pickRandom, SEED, type Random } from '#prove/runner/seeded-random.ts'
import { CONFLICT, createEditors, DONE, send } from './catalogue-requests.ts'

const PRODUCTS = 5

async function readOrder(editor: HttpClient): Promise<string[]> {
  const { loaderData } = await editor.page(FEATURED_ORDER_PATH)
  const { featured } = loaderData!['admin-featured'] as { featured: FeaturedOrder }
  return featured.products.map(({ id }) => id)
}

function orderForm(seen: readonly string[], order: readonly string[]): URLSearchParams {
  const form = new URLSearchParams()
  for (const id of seen) form.append('seen', id)
  for (const id of order) form.append('product', id)
  return form
}

/** Another order than this one. */
function shuffle(order: readonly string[], random: Random): string[] {
  const shuffled = order
    .map((id) => ({ id, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ id }) => id)
  return shuffled.join() === order.join() ? shuffled.toReversed() : shuffled
}

export const featuredRaces: ProofStep = {
  name: 'featured',
  scenario: `two editors put ${PRODUCTS} or more featured products in different orders at once, while one of the products is taken off Featured or put back`,
  async runProof(proofContext, checks) {
    const { database, editors } = await createEditors(proofContext)
    const random = createSeededRandom(SEED)
    const own: string[] = []
    for (let number = 0; number < PRODUCTS; number++)
      own.push((await insertProduct(database, { name: `Featured Tea ${number}` })).id)
    const feature = (ids: readonly string[], isFeatured: boolean) =>
      database.query('update products set is_featured = $2 where id = any ($1)', [ids, isFeatured])
    const countEvents = async () =>
      (
        await database.query<{ events: number }>(
          `select count(*)::int as events from audit_events where after ? 'featured_order'`,
        )
      )[0]!.events
    await feature(own, true)
    let saved = 0
    const rounds = proofContext.times(40, 9)
    for (let round = 0; round < rounds; round++) {
      const seen = await readOrder(editors[0])
      const events = await countEvents()
      const first = shuffle(seen, random)
      const last = first.toReversed()
      const second = last.join() === seen.join() ? [...first.slice(1), first[0]!] : last
      const dropped = round % 3 === 2 ? pickRandom(own, random) : null
      const [firstAnswer, secondAnswer] = await Promise.all([
        send(editors[0], FEATURED_ORDER_PATH, orderForm(seen, first)),
        send(editors[1], FEATURED_ORDER_PATH, orderForm(seen, second)),
        dropped && feature([dropped], false),
      ])
      const answers = [firstAnswer, secondAnswer]
      const done = answers.filter((answer) => answer === DONE).length
      saved += done
      const expected = (done === 0 ? seen : firstAnswer === DONE ? first : second).filter(
        (id) => id !== dropped,
      )
      const [observed, recorded] = [await readOrder(editors[1]), (await countEvents()) - events]
      checks.expect(
        (dropped ? done <= 1 : done === 1) &&
          answers.every((answer) => answer === DONE || answer === CONFLICT) &&
          observed.join() === expected.join() &&
          recorded === done,
        () =>
          `${answers.join(' and ')}, recorded ${recorded} times; the order is ${observed.join()} instead of ${expected.join()}`,
      )
      if (dropped) await feature([dropped], true)
      const stale = await send(editors[0], FEATURED_ORDER_PATH, orderForm(first.toReversed().slice(1), first))
      checks.expect(stale === CONFLICT, () => `the order of another list was answered with ${stale}`)
    }
    await feature(own, false)
    return `seed ${SEED}; ${saved} of ${2 * rounds} were saved, the others refused`
  },
}

const SET_ORDER = 'features/catalogue/featured-order/sql/set_featured_order.sql'

export const featuredMutants: Mutant[] = [
  {
    guard: 'the order of Featured is saved only on top of the one that was seen',
    step: 'featured',
    file: SET_ORDER,
    from: 'if v_before <> p_seen then',
    to: 'if false then',
  },
  {
    guard: 'two orders of Featured wait for each other',
    step: 'featured',
    file: SET_ORDER,
    from: 'order by p.id for no key update;',
    to: 'order by p.id;',
  },
]
