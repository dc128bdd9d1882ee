import { randomUUID } from 'node:crypto'
import { messages } from '#shop/messages/messages.ts'
import { insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { toCartLines, sendCheckout, createCheckoutForm } from '#tests/fixtures/orders/checkout-requests.ts'
import { ADDRESS, signInNewCustomer } from '#tests/fixtures/http/http-client.ts'
import { createSeededRandom, SEED, pickRandom } from '#prove/runner/seeded-random.ts'
import { toShortJson } from '#prove/runner/run-concurrently.ts'
import type { ProofStep } from '#prove/runner/proof.ts'

type Field = 'country' | 'phone' | 'post_code'
const UNDELIVERABLE_POST_CODES = ['JE2 3AB', 'gy11aa', 'IM1 1AA', 'JE 4 9 ZZ']
/** Field, value and expected message. */
const FORGED: readonly [Field, string, string][] = [
  ...[
    'France',
    'Jersey',
    'Ireland',
    'UK',
    'united kingdom',
    'United Kingdom\u200bFrance',
    '"United Kingdom"',
  ].map((country): [Field, string, string] => ['country', country, messages.countryNotUk]),
  ...['12', '+44 20 7946', '020 7946 ext. 12345', 'x'.repeat(30), '٠٧٧٠٠٩٠٠١٢٣'].map(
    (phone): [Field, string, string] => ['phone', phone, messages.phoneTooShort],
  ),
  ...UNDELIVERABLE_POST_CODES.map((postCode): [Field, string, string] => [
    'post_code',
    postCode,
    messages.postCodeOutsideUk,
  ]),
  ...['bfpo57', 'BF1-3AA'].map((postCode): [Field, string, string] => [
    'post_code',
    postCode,
    messages.postCodeOfForces,
  ]),
  ...[
    '75001',
    'QV1 1AA',
    'SW1A',
    'D02 AF30',
    'ß'.repeat(12),
    'ſW1A 1AA',
    'ＳＷ１Ａ１ＡＡ',
    'SW1A 1AA 1AA',
    'SW1A 1CA',
  ].map((postCode): [Field, string, string] => ['post_code', postCode, messages.postCodeNotUk]),
]
const SPACES = ['', ' ', '\t', '\u0085', '\u00a0', '\u2003', '\u200b', '\ufeff']

export const tamperedAddresses: ProofStep = {
  name: 'addresses',
  scenario:
    'orders to other countries, to invalid post codes and without a phone number, by the form and directly by the procedure',
  async runProof(proofContext, checks) {
    const { url } = await proofContext.shop()
    const db = await proofContext.db()
    const customer = await signInNewCustomer(url)
    const product = await insertProduct(db, { name: 'Stays Here', stock: 100_000 })
    const [row] = await db.query<{ user_id: string }>('select user_id from user_profiles where email = $1', [
      customer.email,
    ])
    const count = async () =>
      (
        await db.query<{ n: number }>('select count(*)::int as n from orders where user_id = $1', [
          row!.user_id,
        ])
      )[0]!.n
    const callProcedure = async (shipping_address: object) => {
      const lines = toCartLines([{ product, quantity: 1 }]).map(({ id, ...line }) => ({
        product_id: id,
        ...line,
      }))
      const submit = {
        user_id: row!.user_id,
        idempotency_key: randomUUID(),
        lines,
        shipping_address,
        payment_method: 'cod',
      }
      const [answered] = await db.query<{ answers: unknown[] }>('select place_orders($1) as answers', [
        JSON.stringify([submit]),
      ])
      return answered!.answers[0] as { ok: boolean; refusal?: { code: string; fields?: string[] } }
    }
    for (const rounds = proofContext.times(20), round = { at: 0 }; round.at < rounds; round.at += 1) {
      const random = createSeededRandom(SEED + round.at)
      const withSpaces = (value: string) => pickRandom(SPACES, random) + value + pickRandom(SPACES, random)
      for (const [field, value, sentence] of FORGED) {
        const forged = { ...ADDRESS, [field]: withSpaces(value) }
        const response = await sendCheckout(customer, createCheckoutForm([{ product, quantity: 1 }], forged))
        checks.expect(
          response.errors?.[field] === sentence,
          () => `the form answered ${field} ${toShortJson(forged[field])} with ${toShortJson(response)}`,
        )
        const outcome = await callProcedure(forged)
        checks.expect(
          !outcome.ok && outcome.refusal?.fields?.join() === field,
          () => `the procedure answered ${field} ${toShortJson(forged[field])} with ${toShortJson(outcome)}`,
        )
      }
    }
    checks.expect((await count()) === 0, () => 'some of them became orders')
    for (const [post_code, normalised] of [
      ['sw1a1aa', 'SW1A 1AA'],
      [' GIR\u00a00AA ', 'GIR 0AA'],
      ['bx11lt', 'BX1 1LT'],
    ] as const) {
      const placed = await callProcedure({ ...ADDRESS, post_code })
      checks.expect(placed.ok, () => `${post_code} was refused: ${toShortJson(placed)}`)
      const rows = await db.query(
        `select from orders where user_id = $1 and shipping_address ->> 'post_code' = $2`,
        [row!.user_id, normalised],
      )
      checks.expect(rows.length === 1, () => `${post_code} is not kept as ${normalised}`)
    }
    return `${FORGED.length} forged entries, with white space that JavaScript and PostgreSQL know apart around them`
  },
}
