import { setTimeout as pause } from 'node:timers/promises'
import { PUBLIC_CLIENT_KEY } from '#shop/mail/outbox/public-client-key.ts'
import type { SubmittedOrder } from '#shop/checkout/placing/placed-order.ts'
import { aProduct, stockOf, whatDoesNotAddUp, type Good } from '#tests/fixtures/databases/test-records.ts'
import { MailFolder } from '#tests/fixtures/mails/mail-folder.ts'
import { manyCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { aSubmit, linesOf, send } from '#tests/fixtures/orders/checkout-requests.ts'
import type { Look } from '#tests/fixtures/databases/shop-database.ts'
import type { Fields, SignedIn, Visitor } from '#tests/fixtures/http/http-client.ts'
import { atOnce, short } from '#prove/runner/run-concurrently.ts'
import { between, chanceOf, SEED } from '#prove/runner/seeded-random.ts'
import { cuttingProxy } from '#prove/runner/disconnecting-proxy.ts'
import type { Part, Step } from '#prove/runner/proof.ts'
import type { Stage } from '#prove/runner/proof-context.ts'

const STOCK = 1000
const AT_ONCE = 50
/** Longer than the shop's answer to a submit, head and body. */
const ANSWER_BYTES = 900
const REQUEST_BYTES = 1400
const MAILS_WITHIN_MILLISECONDS = 60_000

/** What a submit left behind in the books, whatever was answered. */
async function traceOf(look: Look, { email }: SignedIn, good: Good) {
  const [row] = await look.query<{ orders: number; ledger: number; mails: number; keys: number }>(
    `with mine as (select id from orders where shipping_address ->> 'email' = $1)
     select (select count(*)::int from mine) as orders,
            (select count(*)::int from inventory_adjustments where order_id in (select id from mine)) as ledger,
            (select count(*)::int from outbox where payload ->> 'order_id' in (select id::text from mine)) as mails,
            (select count(*)::int from idempotency_keys where order_id in (select id from mine)) as keys`, [email],
  )
  return { ...row!, stock: await stockOf(look, good) }
}
const ONCE = { orders: 1, ledger: 1, mails: 1, keys: 1 }

async function stageOf(stage: Stage, shoppers: number) {
  const shop = await stage.shop()
  return { ...shop, look: await stage.look(), shoppers: await manyCustomers(shop, shoppers) }
}

const sendAnyhow = (shopper: Visitor, submit: Fields) =>
  send(shopper.copy(), submit).catch((problem: unknown) => ({ message: String(problem), placed: undefined }))

const inParallel: Step = {
  name: 'in-parallel',
  asks: `the same submit ${AT_ONCE} times at the same moment`,
  async prove(stage, tries) {
    const { look, shoppers } = await stageOf(stage, stage.times(200, 3))
    for (const shopper of shoppers) {
      const tea = await aProduct(look, { name: 'Chundale Tea', price: 5.4, stock: STOCK })
      const submit = aSubmit([{ product: tea, quantity: 3 }])
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => sendAnyhow(shopper, submit)))
      const different = [...new Set(answers.map((answer) => JSON.stringify(answer)))]
      const trace = short(await traceOf(look, shopper, tea))
      const isOnce = different.length === 1 && answers[0]?.placed && trace === short({ ...ONCE, stock: STOCK - 3 })
      tries.expect(Boolean(isOnce), () => `${trace}, answered ${different.join(' or ')}`)
    }
    return 'one order, one change of stock, one mail, one answer'
  },
}

const cutOff: Step = {
  name: 'cut-off',
  asks: 'the line cut at a random byte of the request or of the answer, and the submit sent again until it is answered',
  async prove(stage, tries) {
    const { url, look, shoppers } = await stageOf(stage, stage.times(1000, 25))
    const proxy = await cuttingProxy(url)
    const [cuts, turns] = [chanceOf(SEED), chanceOf(SEED + 1)]
    // The first lines break, each somewhere else; people try again at once, and the last time the line holds.
    let [lost, repeated] = [0, 0]
    proxy.cutAt(() => (cuts() < 0.7 ? { request: null, answer: between(1, ANSWER_BYTES, cuts) } : { request: between(200, REQUEST_BYTES, cuts), answer: null }))
    await atOnce(10, shoppers, async (shopper) => {
      const honey = await aProduct(look, { name: 'Forest Honey', price: 11.5, stock: STOCK })
      const submit = aSubmit([{ product: honey, quantity: 2 }])
      const answers = []
      for (let turn = between(1, 3, turns); turn > 0; turn -= 1) {
        // A line of its own each time: what is kept open would be cut only once.
        const through = await send(asAlone(shopper, proxy.url), submit).catch(() => undefined)
        if (through) answers.push(JSON.stringify(through))
        else lost += 1
      }
      const order = await send(shopper.copy(), submit).catch((problem: unknown) => ({ message: String(problem), placed: undefined }))
      const again = await send(shopper.copy(), submit).catch((problem: unknown) => ({ message: String(problem), placed: undefined }))
      repeated += 1
      const different = [...new Set([...answers, JSON.stringify(order), JSON.stringify(again)])]
      const trace = short(await traceOf(look, shopper, honey))
      const isOnce = order.placed && different.length === 1 && trace === short({ ...ONCE, stock: STOCK - 2 })
      tries.expect(Boolean(isOnce), () => `${trace}, answered ${different.join(' or ')}`)
    })
    proxy.close()
    return `seed ${SEED}; ${lost} answers lost on the way; ${repeated} orders, each once`
  },
}

const asAlone = (shopper: Visitor, url: string) => {
  const alone = shopper.copy(url)
  const fetchIt = alone.fetch.bind(alone)
  alone.fetch = (path, init = {}) => fetchIt(path, { ...init, headers: { ...(init.headers as Record<string, string>), connection: 'close' } })
  return alone
}

const reload: Step = {
  name: 'reload',
  asks: 'the answer reloaded and sent again by a browser without scripts, and the checkout opened again by its address',
  async prove(stage, tries) {
    const { look, shoppers } = await stageOf(stage, stage.times(300, 5))
    await atOnce(5, shoppers, async (shopper) => {
      const rice = await aProduct(look, { name: 'Gandhakasala Rice', price: 8, stock: STOCK })
      const submit = aSubmit([{ product: rice, quantity: 1 }])
      const first = await shopper.post('/checkout', submit)
      const page = await first.text()
      const again = await shopper.post('/checkout', submit)
      const isSame = first.status === 200 && again.status === 200 && shownOrder(page) === shownOrder(await again.text())
      const back = await shopper.page(`/checkout?submitted=${submit['idempotency_key']}`)
      const submitted = (back.loaderData?.['checkout'] as { submitted: SubmittedOrder | null } | undefined)?.submitted
      const byScript = (await send(shopper, submit)).placed?.order_id
      const trace = short(await traceOf(look, shopper, rice))
      const isOnce = isSame && submitted && submitted.order_id === byScript && trace === short({ ...ONCE, stock: STOCK - 1 })
      tries.expect(Boolean(isOnce), () => `${trace}, answered ${first.status} and ${again.status}, found again ${short(submitted)} and ${byScript}`)
    })
    return 'one order, and the checkout names it'
  },
}

/** The order that a page without scripts was answered with. */
const shownOrder = (html: string) => /"order_id":"([0-9a-f-]{36})"/.exec(html)?.[1] ?? html.length

const otherCart: Step = {
  name: 'other-cart',
  asks: 'one key with another quantity, product, price, order of lines, address or payment, one after another and all at once',
  async prove(stage, tries) {
    const { look, shoppers } = await stageOf(stage, stage.times(300, 5))
    for (const shopper of shoppers) {
      const tea = await aProduct(look, { name: 'Meppadi Tea', price: 4, stock: STOCK })
      const clove = await aProduct(look, { name: 'Clove', price: 3, stock: STOCK })
      const submit = aSubmit([{ product: tea, quantity: 1 }])
      const others: Fields[] = [
        { lines: JSON.stringify(linesOf([{ product: tea, quantity: 2 }])) },
        { lines: JSON.stringify(linesOf([{ product: clove, quantity: 1 }])) },
        { lines: JSON.stringify(linesOf([{ product: tea, quantity: 1 }, { product: clove, quantity: 1 }])) },
        { lines: JSON.stringify(linesOf([{ product: tea, quantity: 1, price: 0.01 }])) },
        { address: '1 Elsewhere Lane' }, { full_name: 'Somebody Else' }, { post_code: 'EC1A 1BB' },
      ]
      const first = (await send(shopper, submit)).placed
      const answers = await Promise.all(others.map((changes) => sendAnyhow(shopper, { ...submit, ...changes })))
      const wrong = answers.filter((answer) => !('is_key_used' in answer))
      const trace = short({ ...(await traceOf(look, shopper, tea)), clove: await stockOf(look, clove) })
      const isRefused = first && wrong.length === 0 && trace === short({ ...ONCE, stock: STOCK - 1, clove: STOCK })
      tries.expect(Boolean(isRefused), () => `${trace}, answered ${short(wrong)}`)
    }
    await atOnce(3, await manyCustomers(await stage.shop(), shoppers.length), async (shopper) => {
      const tea = await aProduct(look, { name: 'Vythiri Tea', price: 4, stock: STOCK })
      const submit = aSubmit([])
      const carts = Array.from({ length: 10 }, (_, place) => ({ lines: JSON.stringify(linesOf([{ product: tea, quantity: place + 1 }])) }))
      const answers = await Promise.all(carts.map((cart) => sendAnyhow(shopper, { ...submit, ...cart })))
      const quantity = answers.findIndex(({ placed }) => placed) + 1
      const refused = answers.filter((answer) => 'is_key_used' in answer).length
      const trace = short(await traceOf(look, shopper, tea))
      tries.expect(refused === 9 && trace === short({ ...ONCE, stock: STOCK - quantity }), () => `ten carts at once: ${trace}, answered ${short(answers)}`)
    })
    return 'refused, and nothing ordered beside the first'
  },
}

const oneMail: Step = {
  name: 'one-mail',
  asks: 'the mail of an order asked for again five times over the public function, by everybody at once',
  async prove(stage, tries) {
    const { url, dataDir, look, shoppers } = await stageOf(stage, stage.times(300, 5))
    const tea = await aProduct(look, { name: 'Letter Tea', price: 4, stock: 100_000 })
    await atOnce(10, shoppers, async (shopper) => {
      const { placed } = await send(shopper, aSubmit([{ product: tea, quantity: 1 }]))
      const headers = { apikey: PUBLIC_CLIENT_KEY, 'content-type': 'application/json' }
      const ask = () => fetch(`${url}/functions/v1/send-order-email`, { method: 'POST', headers, body: JSON.stringify({ orderId: placed!.order_id }) })
      await Promise.all(Array.from({ length: 5 }, ask))
    })
    const waiting = async () => (await look.query<{ n: number }>('select count(*)::int as n from outbox where sent_at is null and held_for_user_id is null and dropped_at is null'))[0]!.n
    const until = Date.now() + MAILS_WITHIN_MILLISECONDS
    while ((await waiting()) > 0 && Date.now() < until) await pause(100)
    const mails = new MailFolder(dataDir)
    const to = new Map<string, number>()
    for (const mail of mails.all('order-confirmation')) {
      const [address = ''] = /[\w.-]+@[\w.-]+/.exec(mail.header('to') ?? '') ?? []
      to.set(address, (to.get(address) ?? 0) + 1)
    }
    for (const { email } of shoppers) tries.expect(to.get(email) === 1, () => `${email} has ${to.get(email) ?? 0} mails`)
    const wrong = await whatDoesNotAddUp(look)
    if (wrong.length > 0) tries.wrong.push(short(wrong))
    return 'one letter each'
  },
}

const PLACE = 'db/procedures/checkout/place_orders.sql'

export const onceOnly: Part = {
  name: 'once',
  title: 'Once',
  about: 'However often a submit arrives, it is one order, one change of stock and one mail, and every answer is the same.',
  steps: [inParallel, cutOff, reload, otherCart, oneMail],
  mutants: [
    {
      guard: 'submits of one key wait for each other', step: 'in-parallel', file: PLACE,
      from: 'perform pg_advisory_xact_lock(sent.lock) from (', to: 'perform sent.lock from (',
    },
    { guard: 'a submit is looked for by its key', step: 'cut-off', file: PLACE, from: 'where k.user_id = submit.user_id and k.key = submit.key limit 1', to: 'where false limit 1' },
    {
      guard: 'a placed order keeps its key', step: 'reload', file: PLACE,
      from: 'select placed.user_id, placed.key, placed.request_hash', to: 'select placed.user_id, gen_random_uuid()::text, placed.request_hash',
    },
    {
      guard: 'a key that comes with another cart is refused', step: 'other-cart', file: PLACE,
      from: 'when used.request_hash <> submit.request_hash', to: 'when false',
    },
    {
      guard: 'the address belongs to what a key stands for', step: 'other-cart', file: PLACE,
      from: 'cart.prices, address.address, submit.sent', to: 'cart.prices, submit.sent',
    },
    {
      guard: 'an order queues one mail, whoever asks for it', step: 'one-mail', file: PLACE,
      from: `'order-confirmation:' || placed.id`, to: `'order-confirmation:' || gen_random_uuid()`,
    },
  ],
}
