import { setTimeout as pause } from 'node:timers/promises'
import { PUBLIC_CLIENT_KEY } from '#features/mail/outbox/public-client-key.ts'
import type { PlacedOrder } from '#features/checkout/placing/placed-order.ts'
import {
  insertProduct,
  readStock,
  findInconsistencies,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { MailFolder } from '#tests/fixtures/mails/mail-folder.ts'
import { createSignedInCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import {
  createCheckoutForm,
  toCartLines,
  sendCheckout,
  type CheckoutResponse,
} from '#tests/fixtures/orders/checkout-requests.ts'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import type { FormFields, SignedInClient, HttpClient } from '#tests/fixtures/http/http-client.ts'
import { runConcurrently, toShortJson } from '#prove/runner/run-concurrently.ts'
import { randomInteger, createSeededRandom, SEED } from '#prove/runner/seeded-random.ts'
import { startDisconnectingProxy } from '#prove/runner/disconnecting-proxy.ts'
import type { ProofDefinition, ProofStep } from '#prove/runner/proof.ts'
import type { ProofContext } from '#prove/runner/proof-context.ts'
import { bulkMoveMutants, repeatedBulkMoves } from './repeated-bulk-moves.ts'
import { refundMutants, repeatedRefunds } from './repeated-refunds.ts'
import { withoutKeepAlive } from './without-keep-alive.ts'

const STOCK = 1000
const CONCURRENT_ATTEMPTS = 50
/** Longer than a response with its headers. */
const ANSWER_BYTES = 900
const REQUEST_BYTES = 1400
const MAIL_TIMEOUT_MS = 60_000

async function readOrderRecords(db: DatabaseClient, { email }: SignedInClient, product: TestProduct) {
  const [row] = await db.query<{ orders: number; ledger: number; mails: number; keys: number }>(
    `with mine as (select id from orders where shipping_address ->> 'email' = $1)
     select (select count(*)::int from mine) as orders,
            (select count(*)::int from inventory_adjustments where order_id in (select id from mine)) as ledger,
            (select count(*)::int from outbox where payload ->> 'order_id' in (select id::text from mine)) as mails,
            (select count(*)::int from idempotency_keys where order_id in (select id from mine)) as keys`,
    [email],
  )
  return { ...row!, stock: await readStock(db, product) }
}
const SINGLE_ORDER_RECORDS = { orders: 1, ledger: 1, mails: 1, keys: 1 }

async function createScenario(proofContext: ProofContext, shoppers: number) {
  const shop = await proofContext.shop()
  return { ...shop, db: await proofContext.db(), shoppers: await createSignedInCustomers(shop, shoppers) }
}

const sendOrFailure = (shopper: HttpClient, checkoutForm: FormFields) =>
  sendCheckout(shopper.copy(), checkoutForm).catch((problem: unknown) => ({
    message: String(problem),
    placed: undefined,
  }))

type Answer = Pick<CheckoutResponse, 'placed'>
const isOneOrder = (answers: readonly Answer[]) =>
  answers.every(({ placed }) => placed?.order_id && placed.order_id === answers[0]?.placed?.order_id)

const inParallel: ProofStep = {
  name: 'in-parallel',
  scenario: `the same submit ${CONCURRENT_ATTEMPTS} times at the same moment`,
  async runProof(proofContext, checks) {
    const { db, shoppers } = await createScenario(proofContext, proofContext.times(200, 12))
    for (const shopper of shoppers) {
      const tea = await insertProduct(db, { name: 'Chundale Tea', price: 5.4, stock: STOCK })
      const checkoutForm = createCheckoutForm([{ product: tea, quantity: 3 }])
      const answers = await Promise.all(
        Array.from({ length: CONCURRENT_ATTEMPTS }, () => sendOrFailure(shopper, checkoutForm)),
      )
      const distinctAnswers = [...new Set(answers.map((answer) => JSON.stringify(answer)))]
      const records = toShortJson(await readOrderRecords(db, shopper, tea))
      const isSingleOrder =
        isOneOrder(answers) &&
        answers.filter(({ placed }) => placed?.repeated === false).length === 1 &&
        records === toShortJson({ ...SINGLE_ORDER_RECORDS, stock: STOCK - 3 })
      checks.expect(isSingleOrder, () => `${records}, answered ${distinctAnswers.join(' or ')}`)
    }
    return 'one order, one change of stock, one mail, one answer'
  },
}

const cutOff: ProofStep = {
  name: 'cut-off',
  scenario:
    'the connection is closed at a random byte of the request or response, and the request repeated until it is answered',
  async runProof(proofContext, checks) {
    const { url, db, shoppers } = await createScenario(proofContext, proofContext.times(1000, 25))
    const proxy = await startDisconnectingProxy(url)
    const [cuts, turns] = [createSeededRandom(SEED), createSeededRandom(SEED + 1)]
    // Cuts all connections except the last at random bytes, and retries at once.
    let [lost, repeated] = [0, 0]
    proxy.disconnectAfter(() =>
      cuts() < 0.7
        ? { request: null, answer: randomInteger(1, ANSWER_BYTES, cuts) }
        : { request: randomInteger(200, REQUEST_BYTES, cuts), answer: null },
    )
    await runConcurrently(10, shoppers, async (shopper) => {
      const honey = await insertProduct(db, { name: 'Forest Honey', price: 11.5, stock: STOCK })
      const checkoutForm = createCheckoutForm([{ product: honey, quantity: 2 }])
      const answers = []
      for (let attempt = randomInteger(1, 3, turns); attempt > 0; attempt -= 1) {
        const response = await sendCheckout(withoutKeepAlive(shopper, proxy.url), checkoutForm).catch(
          () => undefined,
        )
        if (response) answers.push(response)
        else lost += 1
      }
      const order = await sendCheckout(shopper.copy(), checkoutForm).catch((problem: unknown) => ({
        message: String(problem),
        placed: undefined,
      }))
      const again = await sendCheckout(shopper.copy(), checkoutForm).catch((problem: unknown) => ({
        message: String(problem),
        placed: undefined,
      }))
      repeated += 1
      const all: Answer[] = [...answers, order, again]
      const distinctAnswers = [...new Set(all.map((answer) => JSON.stringify(answer)))]
      const records = toShortJson(await readOrderRecords(db, shopper, honey))
      const isSingleOrder =
        isOneOrder(all) &&
        // The response that placed the order may have been lost.
        all.filter(({ placed }) => placed?.repeated === false).length <= 1 &&
        records === toShortJson({ ...SINGLE_ORDER_RECORDS, stock: STOCK - 2 })
      checks.expect(isSingleOrder, () => `${records}, answered ${distinctAnswers.join(' or ')}`)
    })
    proxy.close()
    return `seed ${SEED}; ${lost} answers lost on the way; ${repeated} orders, each once`
  },
}

const reload: ProofStep = {
  name: 'reload',
  scenario:
    'the response is reloaded and sent again by a browser without scripts, and the checkout opened again by its URL',
  async runProof(proofContext, checks) {
    const { db, shoppers } = await createScenario(proofContext, proofContext.times(300, 5))
    await runConcurrently(5, shoppers, async (shopper) => {
      const rice = await insertProduct(db, { name: 'Gandhakasala Rice', price: 8, stock: STOCK })
      const checkoutForm = createCheckoutForm([{ product: rice, quantity: 1 }])
      const first = await shopper.post('/checkout', checkoutForm)
      const page = await first.text()
      const again = await shopper.post('/checkout', checkoutForm)
      const isSame =
        first.status === 200 && again.status === 200 && orderIdIn(page) === orderIdIn(await again.text())
      const checkoutPage = await shopper.page(`/checkout?submitted=${checkoutForm['idempotency_key']}`)
      const submitted = (
        checkoutPage.loaderData?.['checkout'] as { submitted: PlacedOrder | null } | undefined
      )?.submitted
      const idByScript = (await sendCheckout(shopper, checkoutForm)).placed?.order_id
      const records = toShortJson(await readOrderRecords(db, shopper, rice))
      const isSingleOrder =
        isSame &&
        submitted &&
        submitted.order_id === idByScript &&
        records === toShortJson({ ...SINGLE_ORDER_RECORDS, stock: STOCK - 1 })
      checks.expect(
        Boolean(isSingleOrder),
        () =>
          `${records}, answered ${first.status} and ${again.status}, found again ${toShortJson(submitted)} and ${idByScript}`,
      )
    })
    return 'one order, and the checkout names it'
  },
}

const orderIdIn = (html: string) => /"order_id":"([0-9a-f-]{36})"/.exec(html)?.[1] ?? html.length

const otherCart: ProofStep = {
  name: 'other-cart',
  scenario:
    'one idempotency key with another quantity, product, price, order of lines, address or payment, one after another and concurrently',
  async runProof(proofContext, checks) {
    const { db, shoppers } = await createScenario(proofContext, proofContext.times(300, 5))
    for (const shopper of shoppers) {
      const tea = await insertProduct(db, { name: 'Meppadi Tea', price: 4, stock: STOCK })
      const clove = await insertProduct(db, { name: 'Clove', price: 3, stock: STOCK })
      const checkoutForm = createCheckoutForm([{ product: tea, quantity: 1 }])
      const others: FormFields[] = [
        { lines: JSON.stringify(toCartLines([{ product: tea, quantity: 2 }])) },
        { lines: JSON.stringify(toCartLines([{ product: clove, quantity: 1 }])) },
        {
          lines: JSON.stringify(
            toCartLines([
              { product: tea, quantity: 1 },
              { product: clove, quantity: 1 },
            ]),
          ),
        },
        { lines: JSON.stringify(toCartLines([{ product: tea, quantity: 1, price: 0.01 }])) },
        { address: '1 Elsewhere Lane' },
        { full_name: 'Somebody Else' },
        { post_code: 'EC1A 1BB' },
      ]
      const first = (await sendCheckout(shopper, checkoutForm)).placed
      const answers = await Promise.all(
        others.map((changes) => sendOrFailure(shopper, { ...checkoutForm, ...changes })),
      )
      const wrong = answers.filter((answer) => !('is_key_used' in answer))
      const records = toShortJson({
        ...(await readOrderRecords(db, shopper, tea)),
        clove: await readStock(db, clove),
      })
      const isRefused =
        first &&
        wrong.length === 0 &&
        records === toShortJson({ ...SINGLE_ORDER_RECORDS, stock: STOCK - 1, clove: STOCK })
      checks.expect(Boolean(isRefused), () => `${records}, answered ${toShortJson(wrong)}`)
    }
    await runConcurrently(
      3,
      await createSignedInCustomers(await proofContext.shop(), shoppers.length),
      async (shopper) => {
        const tea = await insertProduct(db, { name: 'Vythiri Tea', price: 4, stock: STOCK })
        const checkoutForm = createCheckoutForm([])
        const carts = Array.from({ length: 10 }, (_, index) => ({
          lines: JSON.stringify(toCartLines([{ product: tea, quantity: index + 1 }])),
        }))
        const answers = await Promise.all(
          carts.map((cart) => sendOrFailure(shopper, { ...checkoutForm, ...cart })),
        )
        const quantity = answers.findIndex(({ placed }) => placed) + 1
        const refused = answers.filter((answer) => 'is_key_used' in answer).length
        const records = toShortJson(await readOrderRecords(db, shopper, tea))
        checks.expect(
          refused === 9 && records === toShortJson({ ...SINGLE_ORDER_RECORDS, stock: STOCK - quantity }),
          () => `ten carts at once: ${records}, answered ${toShortJson(answers)}`,
        )
      },
    )
    return 'refused, and nothing ordered beside the first'
  },
}

const oneMail: ProofStep = {
  name: 'one-mail',
  scenario: 'the email of an order requested five more times by the public function, concurrently',
  async runProof(proofContext, checks) {
    const { url, dataDir, db, shoppers } = await createScenario(proofContext, proofContext.times(300, 5))
    const tea = await insertProduct(db, { name: 'Letter Tea', price: 4, stock: 100_000 })
    await runConcurrently(10, shoppers, async (shopper) => {
      const { placed } = await sendCheckout(shopper, createCheckoutForm([{ product: tea, quantity: 1 }]))
      const headers = { apikey: PUBLIC_CLIENT_KEY, 'content-type': 'application/json' }
      const requestMail = () =>
        fetch(`${url}/functions/v1/send-order-email`, {
          method: 'POST',
          headers,
          body: JSON.stringify({ orderId: placed!.order_id }),
        })
      await Promise.all(Array.from({ length: 5 }, requestMail))
    })
    // Emails about other orders may be delayed: a changed order is announced after some minutes.
    const countUnsent = async () =>
      (
        await db.query<{ n: number }>(
          `select count(*)::int as n from outbox
            where sent_at is null and held_for_user_id is null and dropped_at is null and recipient = any ($1)`,
          [shoppers.map(({ email }) => email)],
        )
      )[0]!.n
    const deadline = Date.now() + MAIL_TIMEOUT_MS
    while ((await countUnsent()) > 0 && Date.now() < deadline) await pause(100)
    const mails = new MailFolder(dataDir)
    const mailsByRecipient = new Map<string, number>()
    for (const mail of mails.all('order-confirmation')) {
      const [address = ''] = /[\w.-]+@[\w.-]+/.exec(mail.header('to') ?? '') ?? []
      mailsByRecipient.set(address, (mailsByRecipient.get(address) ?? 0) + 1)
    }
    for (const { email } of shoppers)
      checks.expect(
        mailsByRecipient.get(email) === 1,
        () => `${email} has ${mailsByRecipient.get(email) ?? 0} mails`,
      )
    const wrong = await findInconsistencies(db)
    if (wrong.length > 0) checks.wrong.push(toShortJson(wrong))
    return 'one letter each'
  },
}

const PLACE = 'features/checkout/sql/place_orders.sql'
const READ = 'features/checkout/sql/read_checkout.sql'
const LIMITS = 'features/checkout/sql/read_order_limits.sql'
const STORE = 'features/checkout/sql/store_orders.sql'

export const idempotency: ProofDefinition = {
  name: 'idempotency',
  title: 'Idempotency',
  about:
    'However often a checkout form is sent, it places one order with one change of stock and one email, and every response is the same. A step of many orders, however often it is sent, moves each once. A refund, however often it is sent, gives the money back once.',
  steps: [inParallel, cutOff, reload, otherCart, oneMail, repeatedBulkMoves, repeatedRefunds],
  mutants: [
    {
      guard: 'requests with one idempotency key wait for each other',
      step: 'in-parallel',
      file: PLACE,
      from: 'perform pg_advisory_xact_lock(sent.lock) from (',
      to: 'perform sent.lock from (',
    },
    {
      guard: 'a repeated request is found by its idempotency key',
      step: 'cut-off',
      file: LIMITS,
      from: 'where k.user_id = attempt.user_id and k.key = attempt.key limit 1',
      to: 'where false limit 1',
    },
    {
      guard: 'a placed order stores its idempotency key',
      step: 'reload',
      file: STORE,
      from: 'select placed.user_id, placed.key, placed.request_hash',
      to: 'select placed.user_id, gen_random_uuid()::text, placed.request_hash',
    },
    {
      guard: 'an idempotency key with another cart is refused',
      step: 'other-cart',
      file: LIMITS,
      from: 'when used.request_hash <> attempt.request_hash',
      to: 'when false',
    },
    {
      guard: 'an idempotency key with another address is refused',
      step: 'other-cart',
      file: READ,
      from: 'cart.prices, address.address, attempt.sent',
      to: 'cart.prices, attempt.sent',
    },
    ...bulkMoveMutants,
    ...refundMutants,
    {
      guard: 'an order queues one email',
      step: 'one-mail',
      file: STORE,
      from: `'order-confirmation:' || placed.order_id`,
      to: `'order-confirmation:' || gen_random_uuid()`,
    },
  ],
}
