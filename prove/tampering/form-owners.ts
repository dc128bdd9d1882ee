import { allRoutes } from '#web/all-routes.ts'
import { aProduct } from '#tests/fixtures/databases/test-records.ts'
import { manyCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { aSubmit, place } from '#tests/fixtures/orders/checkout-requests.ts'
import { ADDRESS, PASSWORD, type Fields, type SignedIn } from '#tests/fixtures/http/http-client.ts'
import { atOnce, short } from '#prove/runner/run-concurrently.ts'
import type { Step } from '#prove/runner/proof.ts'

type Form = { path: string; fields: Fields }

/** On a computer that is shared: pages made for one customer, whose forms another one's session sends. */
export const formOwners: Step = {
  name: 'owners',
  asks: 'every form of a customer’s pages, made for one customer and sent with the session of the next, as a page and as data',
  async prove(stage, tries) {
    const [shop, look] = [await stage.shop(), await stage.look()]
    const people = await manyCustomers(shop, 2 * stage.times(100, 3))
    const pairs = people.flatMap((one, index) => (index % 2 === 0 ? [[one, people[index + 1]!] as const] : []))
    const booksOf = async ({ email }: SignedIn) => short(await look.query(
      `select p.full_name, p.updated_at, (select count(*)::int from orders o where o.user_id = p.user_id) as orders,
              (select count(*)::int from orders o where o.user_id = p.user_id and o.status = 'cancelled') as cancelled
         from user_profiles p where p.email = $1`, [email]))
    await atOnce(5, pairs, async ([asha, ben]) => {
      const product = await aProduct(look, { name: 'Shared Pepper', price: 4, stock: 100 })
      const own = await place(ben, [{ product, quantity: 1 }])
      const made_for = ((await asha.page('/checkout')).loaderData!['checkout'] as { made_for?: string }).made_for ?? 'nobody'
      const forms: Form[] = [
        { path: '/checkout', fields: aSubmit([{ product, quantity: 1 }], { full_name: 'Asha', keep_address: 'on' }) },
        { path: '/profile', fields: { ...ADDRESS, full_name: 'Asha' } },
        { path: '/profile/password', fields: { current_password: PASSWORD, password: 'another-word-of-hers', confirm_password: 'another-word-of-hers' } },
        { path: '/profile/orders', fields: { order_id: own, intent: 'cancel' } },
        { path: `/profile/orders/${own}`, fields: { intent: 'cancel' } },
      ]
      const walked = new Set(forms.map(({ path }) => path.replace(own, ':id')))
      const missing = allRoutes.filter((route) => route.access === 'customer' && 'action' in route && !walked.has(route.path))
      tries.expect(missing.length === 0, () => `no form of ${short(missing.map(({ path }) => path))} was tried`)
      const before = await booksOf(ben)
      for (const { path, fields } of forms) {
        const page = await ben.post(path, { ...fields, made_for })
        tries.expect(page.status === 409, () => `${path} answered ${page.status}`)
        const { actionData, errors } = await ben.submit(path, { ...fields, made_for })
        tries.expect(!actionData && Object.values(errors ?? {})[0]?.status === 409, () => `${path} answered ${short(actionData)}`)
      }
      const after = await booksOf(ben)
      tries.expect(before === after, () => `${before} became ${after}`)
    })
    return `${pairs.length} pairs of customers`
  },
}
