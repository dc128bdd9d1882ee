import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import type { HttpClient } from '#tests/fixtures/http/http-client.ts'
import type { createConsistencyModel } from './consistency-model.ts'
import { SHOP_PHONE } from './page-facts.ts'

const IDENTITY = {
  intent: 'identity',
  name: 'Saffron Lane',
  company: 'Saffron Lane Trading Ltd',
  address: '4 Mill Street\nLeeds\nUnited Kingdom',
  email: 'hello@saffronlane.example',
}
const phoneOf = (number: number) => `0113 496 ${String(number % 10_000).padStart(4, '0')}`

type WriterDependencies = { db: DatabaseClient; history: ReturnType<typeof createConsistencyModel> }

/** Changes the shop's phone number, which all pages show; each write returns its milliseconds. */
export async function createSettingsWriter({ db, history }: WriterDependencies, first: HttpClient) {
  let number = 0
  async function post(admin: HttpClient) {
    const [{ version }] = (await db.query<{ version: number }>(
      `select version from settings where name = 'identity'`,
    )) as [{ version: number }]
    const fields = { ...IDENTITY, version: String(version), phone: phoneOf(number) }
    const response = await admin.post('/admin/settings', fields)
    if (response.status !== 200) throw new Error(`A setting was answered with ${response.status}.`)
  }
  await post(first)
  history.starts(SHOP_PHONE, phoneOf(number))
  return async (admin: HttpClient): Promise<number> => {
    number += 1
    const finish = history.writing(SHOP_PHONE, phoneOf(number))
    const startedAt = performance.now()
    await post(admin)
    finish()
    return performance.now() - startedAt
  }
}
