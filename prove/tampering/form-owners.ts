import { allRoutes } from '#app/all-routes.ts'
import { insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { createSignedInCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { createCheckoutForm, placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import { ADDRESS, PASSWORD, type FormFields, type SignedInClient } from '#tests/fixtures/http/http-client.ts'
import { runConcurrently, toShortJson } from '#prove/runner/run-concurrently.ts'
import type { ProofStep } from '#prove/runner/proof.ts'

type Form = { path: string; fields: FormFields }

export const formOwners: ProofStep = {
  name: 'owners',
  scenario:
    'each form of a customer’s pages, rendered for one customer and sent with the session of another, as a page and as data',
  async runProof(proofContext, checks) {
    const [shop, db] = [await proofContext.shop(), await proofContext.db()]
    const customers = await createSignedInCustomers(shop, 2 * proofContext.times(100, 3))
    const pairs = customers.flatMap((customer, index) =>
      index % 2 === 0 ? [[customer, customers[index + 1]!] as const] : [],
    )
    const readRecords = async ({ email }: SignedInClient) =>
      toShortJson(
        await db.query(
          `select p.full_name, p.updated_at, (select count(*)::int from orders o where o.user_id = p.user_id) as orders,
              (select count(*)::int from orders o where o.user_id = p.user_id and o.status = 'cancelled') as cancelled
         from user_profiles p where p.email = $1`,
          [email],
        ),
      )
    await runConcurrently(5, pairs, async ([asha, ben]) => {
      const product = await insertProduct(db, { name: 'Shared Pepper', price: 4, stock: 100 })
      const own = await placeOrderOverHttp(ben, [{ product, quantity: 1 }])
      const made_for =
        ((await asha.page('/checkout')).loaderData!['checkout'] as { made_for?: string }).made_for ?? 'nobody'
      const forms: Form[] = [
        {
          path: '/checkout',
          fields: createCheckoutForm([{ product, quantity: 1 }], { full_name: 'Asha', keep_address: 'on' }),
        },
        { path: '/profile', fields: { ...ADDRESS, full_name: 'Asha' } },
        {
          path: '/profile/password',
          fields: {
            current_password: PASSWORD,
            password: 'another-word-of-hers',
            confirm_password: 'another-word-of-hers',
          },
        },
        { path: '/profile/data', fields: { current_password: PASSWORD } },
        { path: '/profile/orders', fields: { order_id: own, intent: 'cancel' } },
        { path: `/profile/orders/${own}`, fields: { intent: 'cancel' } },
      ]
      const testedPaths = new Set(forms.map(({ path }) => path.replace(own, ':id')))
      const missing = allRoutes.filter(
        (route) => route.access === 'customer' && 'action' in route && !testedPaths.has(route.path),
      )
      checks.expect(
        missing.length === 0,
        () => `no form of ${toShortJson(missing.map(({ path }) => path))} was tried`,
      )
      const before = await readRecords(ben)
      for (const { path, fields } of forms) {
        const page = await ben.post(path, { ...fields, made_for })
        checks.expect(page.status === 409, () => `${path} answered ${page.status}`)
        const { actionData, errors } = await ben.submit(path, { ...fields, made_for })
        checks.expect(
          !actionData && Object.values(errors ?? {})[0]?.status === 409,
          () => `${path} answered ${toShortJson(actionData)}`,
        )
      }
      const after = await readRecords(ben)
      checks.expect(before === after, () => `${before} became ${after}`)
    })
    return `${pairs.length} pairs of customers`
  },
}
