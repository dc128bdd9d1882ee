import { randomUUID } from 'node:crypto'
import {
  ADDRESS,
  signInNewCustomer,
  signInAsAdmin,
  PASSWORD,
  signInCustomer,
  type HttpClient,
} from '#tests/fixtures/http/http-client.ts'
import type { ProofStep } from '#prove/runner/proof.ts'

export const readSignedInEmail = async (browser: HttpClient): Promise<string | null> => {
  const session = (await (await browser.copy().fetch('/api/session')).json()) as {
    user: { email: string } | null
  }
  return session.user?.email ?? null
}

export const sessions: ProofStep = {
  name: 'sessions',
  scenario:
    'a session set before sign-in, cookies copied before sign-out, a removed role or account, a customer at the back-office: refused at the next request',
  async runProof(proofContext, checks) {
    const { url } = await proofContext.shop()
    const db = await proofContext.db()
    const makeAdmin = (email: string) =>
      db.query(
        'insert into accounts.administrator (user_id) select id from accounts."user" where email = $1',
        [email],
      )
    for (let round = 0; round < proofContext.times(200); round += 1) {
      const [attacker, victim] = [await signInNewCustomer(url), await signInNewCustomer(url)]
      const fixated = attacker.copy()
      await signInCustomer(fixated, victim.email)
      checks.expect(
        (await readSignedInEmail(fixated)) === victim.email &&
          (await readSignedInEmail(attacker)) !== victim.email,
        () => 'a planted session became that of the user who signed in',
      )

      const copyCookies = victim.copy()
      await victim.post('/logout', {})
      checks.expect(
        (await readSignedInEmail(copyCookies)) === null &&
          (await copyCookies.copy().fetch('/profile')).status === 302,
        () => 'cookies copied before the sign-out still open the account',
      )
      const order = await copyCookies
        .copy()
        .post('/checkout', { ...ADDRESS, payment_method: 'cod', idempotency_key: randomUUID(), lines: '[]' })
      checks.expect(
        order.status === 302 || order.status === 401,
        () => `an order with stolen cookies was answered ${order.status}`,
      )

      const shopper = await signInNewCustomer(url)
      checks.expect(
        (await shopper.fetch('/admin/dashboard')).status === 302,
        () => 'a shopper’s session opened the back-office',
      )
      await makeAdmin(shopper.email)
      checks.expect(
        (await shopper.fetch('/admin/orders')).status === 302,
        () => 'a session from before the role opened the back-office',
      )
      const adminClient = await signInAsAdmin(url, { email: shopper.email, password: PASSWORD })
      checks.expect(
        (await adminClient.copy().fetch('/admin/orders')).status === 200,
        () => 'a new administrator could not open the back-office',
      )
      await db.query(
        'delete from accounts.administrator where user_id = (select id from accounts."user" where email = $1)',
        [shopper.email],
      )
      const after = await adminClient.copy().fetch('/admin/orders')
      checks.expect(
        after.status === 302,
        () => `the back-office answered ${after.status} to somebody who had lost the role`,
      )
    }
  },
}
