import { randomUUID } from 'node:crypto'
import { ADDRESS, aCustomer, anAdmin, PASSWORD, signIn, type Visitor } from '#tests/fixtures/http/http-client.ts'
import type { Step } from '#prove/runner/proof.ts'

export const whoIs = async (browser: Visitor): Promise<string | null> => {
  const answer = (await (await browser.copy().fetch('/api/session')).json()) as { user: { email: string } | null }
  return answer.user?.email ?? null
}

export const sessions: Step = {
  name: 'sessions',
  asks: 'a session planted before the sign-in, a copy of the cookies after signing out, a role or an account that is gone, a shopper at the office’s door: refused at the next request',
  async prove(stage, tries) {
    const { url } = await stage.shop()
    const look = await stage.look()
    const makeAdmin = (email: string) => look.query('insert into accounts.administrator (user_id) select id from accounts."user" where email = $1', [email])
    for (let round = 0; round < stage.times(200); round += 1) {
      const [attacker, victim] = [await aCustomer(url), await aCustomer(url)]
      const planted = attacker.copy()
      await signIn(planted, victim.email)
      tries.expect((await whoIs(planted)) === victim.email && (await whoIs(attacker)) !== victim.email, () => 'a planted session became that of whoever signed in')

      const stolen = victim.copy()
      await victim.post('/logout', {})
      tries.expect((await whoIs(stolen)) === null && (await stolen.copy().fetch('/profile')).status === 302, () => 'cookies copied before the sign-out still open the account')
      const order = await stolen.copy().post('/checkout', { ...ADDRESS, payment_method: 'cod', idempotency_key: randomUUID(), lines: '[]' })
      tries.expect(order.status === 302 || order.status === 401, () => `an order with stolen cookies was answered ${order.status}`)

      const shopper = await aCustomer(url)
      tries.expect((await shopper.fetch('/admin/dashboard')).status === 302, () => 'a shopper’s session opened the back-office')
      await makeAdmin(shopper.email)
      tries.expect((await shopper.fetch('/admin/orders')).status === 302, () => 'a session from before the role opened the back-office')
      const office = await anAdmin(url, { email: shopper.email, password: PASSWORD })
      tries.expect((await office.copy().fetch('/admin/orders')).status === 200, () => 'a new administrator could not open the back-office')
      await look.query('delete from accounts.administrator where user_id = (select id from accounts."user" where email = $1)', [shopper.email])
      const after = await office.copy().fetch('/admin/orders')
      tries.expect(after.status === 302, () => `the back-office answered ${after.status} to somebody who had lost the role`)
    }
  },
}
