import { matchRoutes } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { allRoutes } from '#app/all-routes.ts'
import { DATA_PATH, type PageData } from '#kit/page-data/page-data.ts'
import {
  advanceOrder,
  placeOrderFor,
  signInNewCustomerInBrowser,
} from '#tests/fixtures/browser/shop-actions.ts'
import { expect, test, waitForHydration } from '#tests/fixtures/browser/shop-fixture.ts'
import {
  fillForms,
  findFormsLeftUnasked,
  readFields,
  refuseAndCorrect,
  sendForm,
  tryToLeave,
  type FormAnswer,
} from '#tests/fixtures/browser/form-walk.ts'
import { HttpClient, signInAsAdmin } from '#tests/fixtures/http/http-client.ts'
import { insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { ADMIN } from '#tests/fixtures/shops/running-shop.ts'

// 404: the picture of a product that only this test has.
test.use({ expectedStatuses: [404] })

/** No answer, and one from before the action ran. In turns, so that each message is new. */
const ANSWERS: FormAnswer[] = [
  { status: 200, type: 'text/html', message: messages.serverUnreachable.slice(0, 30) },
  { status: 413, type: 'text/plain', message: messages.requestTooLarge },
]
/** SESSION-5 requires it. */
const CLEARED_FORMS: ReadonlySet<string> = new Set(['admin-login'])
/** Pages with the same parameters show the same forms, except those that depend on an order's or product's state. */
const PAGES_OF_A_KIND = 2
const [SHOP, BACK_OFFICE] = [/^\/(?!admin\/)/, /^\/admin/]
const SAMPLE: Record<string, string> = { ':slug': 'wayanad-forest-honey', ':page': 'home' }
/** Field names without numbers and IDs. */
const signatureOf = (names: readonly string[]) =>
  [...new Set(names.map((name) => name.replace(/[\da-f-]{8,}|\d+/g, '#')))].toSorted().join(' ')

const routes = allRoutes.map(({ id, path }) => ({ id, path }))
const isWithAction = (path: string) => allRoutes.find(({ id }) => id === routeIdOf(path))?.action ?? false
const routeIdOf = (path: string) => matchRoutes(routes, path.split('?')[0]!)?.at(-1)?.route.id ?? ''

/**
 * Pages with forms that no earlier page had, found by links; for a route whose forms need scripts, its first
 * page. Owners only see the back-office, because the shop is the same for everybody who is signed out.
 */
async function findPagesWithForms(client: HttpClient, first: readonly string[], seen: Seen, area: RegExp) {
  const found: string[] = []
  const withoutForms = new Map<string, string>()
  const kinds = new Map<string, number>()
  const paths = new Set(first)
  for (const path of paths) {
    const { pathname, searchParams } = new URL(path, client.url)
    const id = routeIdOf(pathname)
    const kind = [id, ...[...searchParams.keys()].toSorted()].join(' ')
    const times = kinds.get(kind) ?? 0
    if (times === PAGES_OF_A_KIND || !area.test(pathname)) continue
    kinds.set(kind, times + 1)
    const response = await client.fetch(path)
    if (!response.headers.get('content-type')?.startsWith('text/html') || response.status !== 200) continue
    const html = await response.text()
    for (const [, href = ''] of html.matchAll(/<a\b[^>]*\bhref="([^"#]+)/g)) {
      const url = new URL(href.replaceAll('&amp;', '&'), new URL(path, client.url))
      const isPage = url.origin === client.url && !/^\/(assets|storage|logout)|\.\w+$/.test(url.pathname)
      if (isPage) paths.add(url.pathname + url.search)
    }
    const signatures = [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)]
      .filter(
        ([, attributes = '']) =>
          /method="post"/.test(attributes) && !/without-script|logout/.test(attributes),
      )
      .map(([, , content = '']) =>
        signatureOf([...content.matchAll(/\bname="([^"]*)"/g)].map(([, name]) => name!)),
      )
      .map((signature) => `${id} ${signature}`)
      .filter((signature) => !seen.forms.has(signature))
    if (signatures.length > 0) {
      found.push(path)
      seen.routes.add(id)
    } else if (!withoutForms.has(id) && isWithAction(pathname)) withoutForms.set(id, path)
    for (const signature of signatures) seen.forms.add(signature)
  }
  return [...found, ...[...withoutForms].filter(([id]) => !seen.routes.has(id)).map(([, path]) => path)]
}
type Seen = { forms: Set<string>; routes: Set<string> }

test('MESSAGE-18 MESSAGE-22 ADMIN-24 a form keeps every field as it was without an answer, and as messages come and go, and none of the back-office is left without a question, on every page of the route table', async ({
  page,
  shop,
  database,
}) => {
  let answer = ANSWERS[0]!
  await page.addInitScript((dataPath) => {
    const send = window.fetch
    window.answersOfForms = 0
    /** The current page, with a form that is refused at each field. */
    const bodyFor = async (url: string, form: FormData | URLSearchParams) => {
      const { isRefusal, message } = window.answerOfForms
      if (!isRefusal) return 'No answer of the shop'
      const shown = (await (await send(url, { headers: { accept: 'application/json' } })).json()) as PageData
      const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
      const errors = Object.fromEntries(Object.keys(values).map((name) => [name, message]))
      const result = {
        kind: 'failed',
        message,
        errors,
        values,
        part: values['intent'],
        intent: values['intent'],
      }
      const actionData = Object.fromEntries(Object.keys(shown.loaderData ?? {}).map((id) => [id, result]))
      window.answersOfForms += 1
      return JSON.stringify({ ...shown, actionData })
    }
    // A browser route would make it load every script of every page again.
    window.fetch = async (input, init) => {
      if (init?.method !== 'POST' || !String(input).startsWith(dataPath)) return send(input, init)
      const { status, type } = window.answerOfForms
      const body = await bodyFor(String(input), init.body as URLSearchParams)
      return new Response(body, { status, headers: { 'content-type': type } })
    }
    // It sends forms with files.
    const open = window.XMLHttpRequest.prototype.open
    let opened = ''
    window.XMLHttpRequest.prototype.open = function (method: string, url: string) {
      opened = url
      open.call(this, method, url, true)
    }
    window.XMLHttpRequest.prototype.send = function (form) {
      const { status, type } = window.answerOfForms
      this.getResponseHeader = (name) => (name === 'content-type' ? type : null)
      void bodyFor(opened, form as FormData).then((body) => {
        Object.defineProperties(this, { status: { value: status }, responseText: { value: body } })
        this.dispatchEvent(new Event('load'))
      })
    }
    window.fieldsOfForms = () =>
      [
        ...document.querySelectorAll<HTMLFormElement>(
          'form[method=post]:not(.only-without-script, [action$="/logout"])',
        ),
      ]
        .flatMap((form) => [...form.elements] as HTMLInputElement[])
        .filter(({ type }) => !/^(button|submit|fieldset|output)$/.test(type))
        .map(({ name, type, checked, files, value }) =>
          /^(checkbox|radio)$/.test(type)
            ? `${name} ${value} ${checked}`
            : `${name} ${files?.[0]?.name ?? value}`,
        )
  }, DATA_PATH)
  const seen: Seen = { forms: new Set(), routes: new Set() }
  const sentForms = new Set<string>()
  const sentRoutes = new Set<string>()
  const visit = async (client: HttpClient, area: RegExp, more: readonly string[] = []) => {
    const paths = allRoutes.map(({ path }) => path.replace(/:\w+/g, (part) => SAMPLE[part] ?? part))
    const starts = paths.filter((path) => !/[:*]/.test(path))
    for (const path of await findPagesWithForms(client, [...more, ...starts], seen, area)) {
      // Without waiting for its pictures, which take longer than its scripts.
      await page.goto(path, { waitUntil: 'commit' })
      await waitForHydration(page)
      if (area === BACK_OFFICE) expect.soft(await findFormsLeftUnasked(page), path).toEqual([])
      const forms = await fillForms(page)
      const before = await readFields(page)
      if (area === BACK_OFFICE) {
        expect.soft(await tryToLeave(page), `the way out of ${path}`).not.toBe(false)
        expect.soft(await readFields(page), path).toEqual(before)
      }
      for (const [index, names] of forms.entries()) {
        const form = `${routeIdOf(path)} ${signatureOf(names)}`
        if (sentForms.has(form)) continue
        sentForms.add(form)
        answer = ANSWERS[(ANSWERS.indexOf(answer) + 1) % ANSWERS.length]!
        const fields = await readFields(page)
        const after = await sendForm(page, index, answer)
        if (!after) continue
        sentRoutes.add(routeIdOf(path))
        expect.soft(after, `${path} ${form}`).toEqual({ isShown: true, fields })
        const lost = CLEARED_FORMS.has(routeIdOf(path)) ? null : await refuseAndCorrect(page, index)
        expect.soft(lost ?? [], `${path} ${form}`).toEqual([])
      }
    }
  }
  const owner = await signInAsAdmin(shop.url)
  const sendEnquiries = async (fields: Record<string, string>) => {
    const [row] = await database.query<{ version: number }>(
      `select version from settings where name = 'enquiries_by_email'`,
    )
    await owner.submit('/admin/settings', { intent: 'enquiries', version: String(row!.version), ...fields })
  }
  await sendEnquiries({ enquiries_by_email: 'on' })
  await visit(new HttpClient(shop.url), SHOP)
  await sendEnquiries({})

  const customer = await signInNewCustomerInBrowser(page, shop)
  const product = await insertProduct(database, { name: 'Sold Out Once', stock: 2 })
  const delivered = await placeOrderFor(customer, [{ product, quantity: 1 }])
  await advanceOrder(shop, delivered.id, ['pending', 'processing', 'shipped'])
  await placeOrderFor(customer, [{ product, quantity: 1 }])
  await visit(customer, SHOP, [`/stock-alerts?product=product-${product.id}`])

  await page.request.post('/admin', { form: ADMIN, maxRedirects: 0 })
  const ids = { delivery_id: crypto.randomUUID(), take_id: crypto.randomUUID() }
  const batch = {
    products: product.id,
    'quantity-0': '6',
    'batch_number-0': 'B1',
    'best_before-0': '2099-02-28',
  }
  const delivery = {
    intent: 'receive',
    delivery_id: ids.delivery_id,
    version: '0',
    reason: 'Delivery',
    ...batch,
  }
  await owner.submit('/admin/stock/deliveries/new', delivery)
  await owner.submit('/admin/stock/takes', { take_id: ids.take_id, scope: 'all' })
  const upload = new FormData()
  const file = new File(['SKU,Name,Category,Price,Stock\nX1,Imported,Spices,4.50,4\n'], 'a.csv')
  for (const [name, value] of [
    ['subject', 'products'],
    ['intent', 'upload'],
    ['import_file', file],
  ] as const)
    upload.set(name, value)
  await owner.fetch('/admin/products/import', { method: 'POST', body: upload, headers: { origin: shop.url } })
  const nextMonth = new Date(Date.now() + 28 * 86_400_000).toISOString().slice(0, 10)
  await visit(owner, BACK_OFFICE, [
    `/admin/recalls?product=${product.id}`,
    `/admin/stock/batches?product=${product.id}`,
    `/admin/products/prices?product=${product.id}&direction=up&unit=percent&amount=5&rounding=penny`,
    `/admin/products/offers?product=${product.id}&unit=percent&amount=5&rounding=penny&last_day=${nextMonth}`,
  ])
  const routesWithForms = allRoutes.filter(({ action }) => action).map(({ id }) => id)
  expect(routesWithForms.filter((id) => !sentRoutes.has(id))).toEqual([
    // It needs a link from an email.
    'reset-password',
    // Its address is stored in the tab; other journeys cover it.
    'checkout',
    // It needs a link from an email too.
    'admin-invitation',
  ])
})
