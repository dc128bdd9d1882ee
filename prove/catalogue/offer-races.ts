import { randomUUID } from 'node:crypto'
import { formatSeenPrice } from '#features/catalogue/price-changes/price-change.ts'
import { addDays, londonDay } from '#shop/dates/dates.ts'
import { createSignedInCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { signInNewAdministrator } from '#tests/fixtures/accounts/signed-in-administrators.ts'
import { backdatePrice } from '#tests/fixtures/databases/price-history.ts'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { insertProduct, type TestProduct } from '#tests/fixtures/databases/test-records.ts'
import type { HttpClient } from '#tests/fixtures/http/http-client.ts'
import { createCheckoutForm, sendCheckout } from '#tests/fixtures/orders/checkout-requests.ts'
import type { Mutant } from '#prove/runner/mutants.ts'
import type { CheckCounter, ProofStep } from '#prove/runner/proof.ts'
import { runConcurrently, toShortJson } from '#prove/runner/run-concurrently.ts'
import { createRandomOfRounds, randomInteger, SEED, type Random } from '#prove/runner/seeded-random.ts'
import {
  CONFLICT,
  createEditors,
  DONE,
  productForm,
  readProduct,
  saveProduct,
  send,
  type ProductRow,
} from './catalogue-requests.ts'

const OFFERS = '/admin/products/offers'
const PRICES = '/admin/products/prices'
const [NORMAL, RAISED, OFFER, SET] = [5, 5.5, 4, 4.75]
const DAYS_FOR_WAS = 28
const DAYS_CHARGED = [DAYS_FOR_WAS - 1, 3, DAYS_FOR_WAS + 1, 90]

type Round = {
  database: DatabaseClient
  editors: readonly [HttpClient, HttpClient]
  packer: HttpClient
  shoppers: readonly HttpClient[]
  product: TestProduct
  index: number
  daysCharged: number
  checks: CheckCounter
  random: Random
}

export const offerRaces: ProofStep = {
  name: 'offers',
  scenario:
    'offers that overlap are made at once; one begins, by itself or by hand, while its price is raised in bulk and two shoppers order at either price; and ends, by itself, by hand of two managers or by another price, while shoppers order again',
  async runProof(proofContext, checks) {
    const { url, database, editors } = await createEditors(proofContext)
    const packer = (await signInNewAdministrator(url, database, 'packer')).client
    const rounds = createRandomOfRounds(proofContext.times(20, 6))
    const customers = await createSignedInCustomers(await proofContext.shop(), rounds.length * 2)
    let begun = 0
    let shownWas = 0
    await runConcurrently(2, rounds, async (ofRound, index) => {
      const product = await insertProduct(database, {
        name: `Tea ${randomUUID()}`,
        price: NORMAL,
        stock: 100,
      })
      const daysCharged = DAYS_CHARGED[index % DAYS_CHARGED.length]!
      await backdatePrice(database, product, daysCharged)
      const shoppers = customers.slice(index * 2, index * 2 + 2)
      const round = {
        database,
        editors,
        packer,
        shoppers,
        product,
        index,
        daysCharged,
        checks,
        random: ofRound,
      }
      await makeOverlapping(round)
      const offer = await begin(round)
      if (!offer) return
      begun += 1
      if (offer.isWasShown) shownWas += 1
      await end(round, offer)
    })
    return `seed ${SEED}; ${begun} of ${rounds.length} began, ${shownWas} with “Was”; every order paid the price that it was sent with`
  },
}

const makeForm = (
  { id, version }: Pick<ProductRow, 'id' | 'version'>,
  firstDay: string,
  lastDay: string,
  price = NORMAL,
): Record<string, string> => ({
  intent: 'make',
  form_id: randomUUID(),
  line: formatSeenPrice({ id, version, price }),
  unit: 'price',
  amount: String(OFFER),
  rounding: 'penny',
  first_day: firstDay,
  first_time: '',
  last_day: lastDay,
  last_time: '',
})

/** Three offers with random days, one of them sent twice; then both managers withdraw each. */
async function makeOverlapping({ database, editors, product, checks, random }: Round) {
  const today = londonDay(new Date())
  const periods = Array.from({ length: 3 }, () => {
    const first = randomInteger(2, 5, random)
    return { first, last: first + randomInteger(0, 4, random) }
  })
  const forms = periods.map(({ first, last }) =>
    makeForm({ id: product.id, version: 1 }, addDays(today, first), addDays(today, last)),
  )
  const answers = await Promise.all(
    [...forms, forms[0]!].map((form, index) => send(editors[index % 2]!, OFFERS, form)),
  )
  const isMade = forms.map((_form, index) => answers[index] === DONE)
  const isRight = periods.map(({ first, last }, index) => {
    const isInTheWay = periods.some(
      (other, at) => at !== index && isMade[at] && other.first <= last && first <= other.last,
    )
    return isMade[index] ? !isInTheWay : isInTheWay && answers[index] === CONFLICT
  })
  const rows = await database.query<{ id: string; form_id: string }>(
    'select id, form_id from offers where product_id = $1',
    [product.id],
  )
  const expected = forms.filter((_form, index) => isMade[index]).map(({ form_id }) => form_id!)
  checks.expect(
    isRight.every(Boolean) &&
      answers[3] === answers[0] &&
      expected.toSorted().join() ===
        rows
          .map(({ form_id }) => form_id)
          .toSorted()
          .join(),
    () =>
      `offers of the days ${toShortJson(periods)} were answered ${answers.join(', ')}; ${rows.length} made`,
  )
  for (const { id } of rows) await endTwice(editors, id, checks)
  const unseen = makeForm({ id: product.id, version: 1 }, addDays(today, 1), addDays(today, 1), RAISED)
  const answer = await send(editors[0], OFFERS, unseen)
  checks.expect(answer === CONFLICT, () => `an offer of a price that the product does not have: ${answer}`)
}

/** Returns whether it was ended manually. */
async function endTwice(
  editors: readonly [HttpClient, HttpClient],
  offer_id: string,
  checks: CheckCounter,
  mayBeOver = false,
): Promise<boolean> {
  const answers = await Promise.all(
    editors.map((editor) => send(editor, OFFERS, { intent: 'end', offer_id })),
  )
  const ended = answers.filter((answer) => answer === DONE).length
  checks.expect(
    ended <= 1 && (mayBeOver || ended === 1) && answers.every((each) => each === DONE || each === CONFLICT),
    () => `one offer was ended by two managers: ${answers.join(', ')}`,
  )
  return ended > 0
}

type RunningOffer = { id: string; normalPrice: number; isWasShown: boolean }

/** Null if the price was raised before an immediate offer. */
async function begin(round: Round): Promise<RunningOffer | null> {
  const { database, editors, packer, product, index, daysCharged, checks, random } = round
  const today = londonDay(new Date())
  const isAtOnce = index % 2 === 1
  const seen = { id: product.id, version: 1 }
  if (!isAtOnce) {
    const planned = await send(editors[0], OFFERS, makeForm(seen, addDays(today, 1), addDays(today, 9)))
    checks.expect(planned === DONE, () => `an offer for tomorrow: ${planned}`)
    await database.query(
      `update offers set starts_at = now() - interval '1 second' where product_id = $1 and ended_at is null`,
      [product.id],
    )
  }
  const refusedPacker = await send(packer, OFFERS, makeForm(seen, '', addDays(today, 9)))
  checks.expect(refusedPacker === 'refused with 403', () => `a packer made an offer: ${refusedPacker}`)
  const make = () =>
    isAtOnce ? send(editors[0], OFFERS, makeForm(seen, '', addDays(today, 9))) : applyTwice(database)
  // Some rounds do not raise the price, so that "Was" appears for each number of days.
  const raise = async () => (index % 3 > 0 ? send(editors[1], PRICES, raiseForm(seen, NORMAL)) : CONFLICT)
  const isRaiseFirst = random() < 0.5
  const early = isRaiseFirst ? raise() : undefined
  const [made, raised, orders] = await Promise.all([
    make(),
    early ?? raise(),
    Promise.all([order(round, 0, NORMAL), order(round, 1, OFFER)]),
  ])
  await applyTwice(database)
  const [offer] = await database.query<{ id: string; normal_price: number | null }>(
    'select id, normal_price from offers where product_id = $1 and ended_at is null',
    [product.id],
  )
  const isRaised = raised === DONE
  const isBegun = isAtOnce ? made === DONE : true
  const normalPrice = isRaised ? RAISED : NORMAL
  const isWasShown = isBegun && !isRaised && daysCharged >= DAYS_FOR_WAS
  const { price, reference_price, is_on_offer, version } = await readProduct(database, product.id)
  checks.expect(
    (isAtOnce ? isBegun !== isRaised : true) &&
      [made, raised].every((answer) => answer === DONE || answer === CONFLICT) &&
      price === (isBegun ? OFFER : normalPrice) &&
      is_on_offer === isBegun &&
      (offer?.normal_price ?? null) === (isBegun ? normalPrice : null) &&
      reference_price === (isWasShown ? NORMAL : null),
    () =>
      `${isAtOnce ? 'made at once' : 'begun'}: ${made}, raised: ${raised}; the price is ${price}, after ${offer?.normal_price}, “Was” ${reference_price} after ${daysCharged} days`,
  )
  checks.expect(isBegun || !orders[1], () => `an order paid ${OFFER} of an offer that was refused`)
  if (!offer || !isBegun) return null
  const inBulk = await send(editors[1], PRICES, raiseForm({ id: product.id, version }, OFFER))
  checks.expect(inBulk === CONFLICT, () => `the price of a product on offer was changed in bulk: ${inBulk}`)
  return { id: offer.id, normalPrice, isWasShown }
}

const WAYS_TO_END: readonly ('over' | 'price' | 'hand')[][] = [
  ['price'],
  ['price', 'over'],
  ['price', 'hand'],
  ['over', 'hand'],
  ['price', 'over', 'hand'],
]

async function end(round: Round, offer: RunningOffer) {
  const { database, editors, product, index, checks, random } = round
  const ways = WAYS_TO_END[index % WAYS_TO_END.length]!
  const [isOver, isSet, isByHand] = (['over', 'price', 'hand'] as const).map((way) => ways.includes(way))
  const form = productForm({ ...(await readProduct(database, product.id)), price: SET })
  if (isOver)
    await database.query(
      `update offers set starts_at = starts_at - interval '1 day', ends_at = now() where id = $1`,
      [offer.id],
    )
  const save = async () => (isSet ? saveProduct(editors[0], form) : CONFLICT)
  const early = random() < 0.5 ? save() : undefined
  const [, wasEnded, saved] = await Promise.all([
    isOver ? applyTwice(database) : undefined,
    isByHand ? endTwice(editors, offer.id, checks, ways.length > 1) : false,
    early ?? save(),
    order(round, 0, OFFER),
    order(round, 1, offer.normalPrice),
  ])
  await applyTwice(database)
  const [{ reason }] = (await database.query<{ reason: string | null }>(
    'select end_reason as reason from offers where id = $1',
    [offer.id],
  )) as [{ reason: string | null }]
  const isSaved = saved === DONE
  const { price, reference_price, is_on_offer } = await readProduct(database, product.id)
  checks.expect(
    [DONE, CONFLICT].includes(saved) &&
      !(isSaved && wasEnded) &&
      price === (isSaved ? SET : offer.normalPrice) &&
      reference_price === null &&
      !is_on_offer &&
      reason === (isSaved ? 'price-changed' : wasEnded ? 'ended-early' : 'over'),
    () =>
      `an offer of ${offer.normalPrice} ended as ${reason}, by hand: ${wasEnded}, another price: ${saved}; the price is ${price}, “Was” ${reference_price}`,
  )
}

/** Returns whether the order was placed; then it paid the price it was sent with. */
async function order({ database, shoppers, product, checks }: Round, shopper: number, price: number) {
  const wanted = [{ product, quantity: 1, price }]
  const { placed, is_nothing_ordered } = await sendCheckout(shoppers[shopper]!, createCheckoutForm(wanted))
  if (!placed) {
    checks.expect(is_nothing_ordered === true, () => `an order at ${price} was neither placed nor refused`)
    return false
  }
  const items = await database.query<{ price: number }>('select price from order_items where order_id = $1', [
    placed.order_id,
  ])
  checks.expect(
    items.length === 1 && items[0]!.price === price,
    () => `an order at ${price} paid ${toShortJson(items)}`,
  )
  return true
}

const raiseForm = (
  { id, version }: Pick<ProductRow, 'id' | 'version'>,
  price: number,
): Record<string, string> => ({
  change_id: randomUUID(),
  direction: 'up',
  unit: 'pounds',
  amount: (RAISED - NORMAL).toFixed(2),
  rounding: 'penny',
  line: formatSeenPrice({ id, version, price }),
})

/** Simulates two nodes at once. */
async function applyTwice(database: DatabaseClient): Promise<string> {
  await Promise.all([1, 2].map(() => database.query('select apply_offers(500)')))
  return DONE
}

const MAKE = 'features/catalogue/offers/sql/make_offers.sql'

export const offerMutants: Mutant[] = [
  {
    guard: 'overlapping offers of one product wait for each other',
    step: 'offers',
    file: MAKE,
    from: 'where p.id = any (v_product_ids) order by p.id for no key update;',
    to: 'where p.id = any (v_product_ids) order by p.id;',
  },
  {
    guard: 'an offer is made of the price that its preview showed',
    step: 'offers',
    file: MAKE,
    from: 'where (p.version = l.version and coalesce(o.normal_price, p.price) = l.price and p.archived_at is null) is not true;',
    to: 'where p.id is null;',
  },
  {
    guard: 'a change of prices in bulk leaves a product on offer',
    step: 'offers',
    file: 'features/catalogue/price-changes/sql/change_prices.sql',
    from: 'and p.archived_at is null and p.offer_ends_at is null) is not true',
    to: 'and p.archived_at is null) is not true',
  },
  {
    guard: 'another price ends the offer',
    step: 'offers',
    file: 'features/catalogue/offers/triggers/end_offer_of_changed_price.sql',
    from: 'when (new.price <> old.price and',
    to: 'when (false and',
  },
  {
    guard: '“Was” is a price that was charged for 28 days',
    step: 'offers',
    file: 'features/catalogue/offers/sql/price_charged_since.sql',
    from: 'make_interval(hours => 28 * 24)',
    to: 'make_interval(hours => 24)',
  },
]
