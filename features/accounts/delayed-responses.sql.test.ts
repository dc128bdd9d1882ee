import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createRegistration, createTestAccounts, visit } from '#tests/fixtures/accounts/test-accounts.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'

// The files of a worker share their modules: this loads the ones below with the mock, and forgets them
// afterwards.
vi.hoisted(() => vi.resetModules())
afterAll(() => void vi.resetModules())

const delay = vi.hoisted(() => ({ until: Promise.resolve() }))
vi.mock(import('node:timers/promises'), async (original) => ({
  ...(await original()),
  setTimeout: (() => delay.until) as never,
}))

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('SECURITY-4 work for a known address runs within the minimum response time', async () => {
  let woken = Promise.withResolvers<void>()
  const { accounts } = createTestAccounts(database, { wakeOutbox: () => woken.resolve() })
  const form = createRegistration()
  const asks = [
    () => accounts.register(form, visit),
    () => accounts.requestPasswordReset(form.email, visit),
    () => accounts.resendVerification(form.email, visit),
  ]
  for (const ask of asks) {
    const end = Promise.withResolvers<void>()
    delay.until = end.promise
    woken = Promise.withResolvers()
    const answered = vi.fn()
    const answer = ask().then(answered)
    await woken.promise
    await new Promise((turn) => setImmediate(turn))
    expect(answered).not.toHaveBeenCalled()
    end.resolve()
    await answer
  }
})
