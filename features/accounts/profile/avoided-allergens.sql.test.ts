import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseActor } from '#platform/database/connection/connect.server.ts'
import { toAllergenBits } from '#features/catalogue/labels/allergen-bits.ts'
import {
  ALLERGEN_KEYS,
  ALLERGEN_STATEMENTS,
  createUnknownAllergens,
  eachAllergen,
} from '#features/catalogue/labels/allergen-statements.ts'
import { visitor, type Admin, type Customer } from '#shop/permissions.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { insertAdmin, insertCustomer } from '#tests/fixtures/databases/test-records.ts'
import {
  readAvoidedAllergens,
  saveAvoidedAllergens,
  type AvoidedAllergensChange,
} from './avoided-allergens.server.ts'

let database: TestDatabase
let asha: Customer
let ben: Customer
let admin: Admin
beforeAll(async () => {
  database = await createTestDatabase()
  asha = await insertCustomer(database)
  ben = await insertCustomer(database)
  admin = await insertAdmin(database)
})
afterAll(() => database.close())

const doAs = (actor: DatabaseActor, statement: string) =>
  database.db.withActor(actor, async (trx) => (await sql.raw(statement).execute(trx)).rows)

describe('FOOD-23 Avoided allergens in the account', () => {
  test('none are kept until the customer saves some, and none after an empty list', async () => {
    expect(await readAvoidedAllergens(database, asha)).toBeNull()
    expect(await saveAvoidedAllergens(database, asha, { base: [], keys: ['nuts', 'milk', 'nuts'] })).toEqual({
      ok: true,
      value: ['milk', 'nuts'],
    })
    expect(await readAvoidedAllergens(database, asha)).toEqual(['milk', 'nuts'])
    expect(await readAvoidedAllergens(database, ben)).toBeNull()
    await saveAvoidedAllergens(database, asha, { base: ['milk', 'nuts'], keys: [] })
    expect(
      await database.query('select avoided_allergens from user_profiles where user_id = $1', [asha.userId]),
    ).toEqual([{ avoided_allergens: null }])
  })

  test('FOOD-27 two devices that started from one list lose nothing of each other', async () => {
    const customer = await insertCustomer(database)
    const save = (change: AvoidedAllergensChange) => saveAvoidedAllergens(database, customer, change)
    const base = ['milk', 'nuts'] as const
    await save({ base: [], keys: base })
    await Promise.all([
      save({ base, keys: ['milk', 'nuts', 'sesame'] }),
      save({ base, keys: ['celery', 'milk'] }),
    ])
    expect(await readAvoidedAllergens(database, customer)).toEqual(['celery', 'milk', 'sesame'])
    expect(await save({ base, keys: [] })).toEqual({ ok: true, value: ['celery', 'sesame'] })
  })

  test('FOOD-27 null deletes the whole list, and an account without one takes all that is sent', async () => {
    const customer = await insertCustomer(database)
    const base = ['milk'] as const
    await saveAvoidedAllergens(database, customer, { base: [], keys: ['milk', 'fish'] })
    expect(await saveAvoidedAllergens(database, customer, { base, keys: null })).toEqual({
      ok: true,
      value: null,
    })
    expect(await saveAvoidedAllergens(database, customer, { base, keys: ['milk', 'nuts'] })).toEqual({
      ok: true,
      value: ['milk', 'nuts'],
    })
  })

  test('only customers have a list', async () => {
    for (const actor of [visitor, admin]) {
      await expect(readAvoidedAllergens(database, actor)).rejects.toThrow(/may not do/)
      await expect(saveAvoidedAllergens(database, actor, { base: [], keys: ['milk'] })).rejects.toThrow(
        /may not do/,
      )
    }
  })

  test('only the customer reads and changes it: no administrator, email worker or other customer', async () => {
    await saveAvoidedAllergens(database, asha, { base: [], keys: ['fish'] })
    const read = 'select avoided_allergens from user_profiles'
    for (const actor of [visitor, admin] as const) {
      await expect(doAs(actor, read)).rejects.toThrow(/permission denied/)
      await expect(doAs(actor, `update user_profiles set avoided_allergens = null`)).rejects.toThrow(
        /permission denied/,
      )
    }
    await expect(sql.raw(read).execute(database.db.worker)).rejects.toThrow(/permission denied/)
    expect(await doAs(ben, read)).toEqual([{ avoided_allergens: null }])
    await doAs(ben, `update user_profiles set avoided_allergens = '{milk}'`)
    expect(await readAvoidedAllergens(database, asha)).toEqual(['fish'])
  })

  test.each(['{}', '{honey}', '{milk,honey}', '{NULL}'])('the column refuses %s', async (list) => {
    await expect(doAs(asha, `update user_profiles set avoided_allergens = '${list}'`)).rejects.toThrow(
      /check constraint/,
    )
  })

  test('the column takes each of the 14', async () => {
    await saveAvoidedAllergens(database, asha, { base: [], keys: ALLERGEN_KEYS })
    expect(await readAvoidedAllergens(database, asha)).toEqual(ALLERGEN_KEYS)
  })
})

test('FOOD-25 the database states allergens in the same bits as the shop', async () => {
  const labels = [
    createUnknownAllergens(),
    ...ALLERGEN_STATEMENTS.map((statement) => eachAllergen(() => statement)),
    ...ALLERGEN_KEYS.map((_, shift) =>
      eachAllergen((key) => ALLERGEN_STATEMENTS[(ALLERGEN_KEYS.indexOf(key) + shift) % 4]!),
    ),
  ]
  for (const label of labels) {
    const [row] = await database.query<{ bits: number[] }>('select allergen_bits($1) as bits', [label])
    expect(row!.bits).toEqual(toAllergenBits(label))
  }
})
