import { sql } from 'kysely'
import type { AdministratorRole } from '#shop/accounts/administrators/administrator-role.ts'
import { isValidId } from '#shop/ids.ts'
import { refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import type { Person } from './person.ts'

/** The person as shown, to detect a change by another owner. */
export type ExpectedPerson = { userId: string; role: AdministratorRole; isSuspended: boolean }
type PersonRefusal = Refusal<'not-found'> | Refusal<'own-role'> | Refusal<'changed-meanwhile'>
type PersonAnswer = Outcome<object, PersonRefusal>

/** /admin/settings/people: all administrators, oldest first. */
export async function listPeople(shop: ShopDependencies, owner: Actor): Promise<Person[]> {
  requirePermission(owner, 'people.read')
  return shop.db.queryAs(
    owner,
    async (db) => (await sql<Person>`select * from list_people()`.execute(db)).rows,
  )
}

/** Refused: not-found, own-role, changed-meanwhile. It applies to the next request of the person. */
export async function changeRole(
  shop: ShopDependencies,
  owner: Actor,
  expected: ExpectedPerson,
  role: AdministratorRole,
): Promise<PersonAnswer> {
  requirePermission(owner, 'people.edit')
  if (!isValidId(expected.userId)) return refused('not-found')
  return callProcedure(
    shop,
    owner,
    sql`change_administrator_role(${expected.userId}, ${expected.role}, ${expected.isSuspended}, ${role})`,
  )
}

/** Ends the admin sessions at once, or restores the access. Refused as {@link changeRole}. */
export async function setSuspended(
  shop: ShopDependencies,
  owner: Actor,
  expected: ExpectedPerson,
  isSuspended: boolean,
): Promise<PersonAnswer> {
  requirePermission(owner, 'people.edit')
  if (!isValidId(expected.userId)) return refused('not-found')
  return callProcedure(
    shop,
    owner,
    sql`suspend_administrator(${expected.userId}, ${expected.role}, ${expected.isSuspended}, ${isSuspended})`,
  )
}

const callProcedure = (shop: ShopDependencies, owner: Actor, call: ReturnType<typeof sql>) =>
  shop.db.queryAs(owner, async (db) => {
    const { rows } = await sql<{ answer: PersonAnswer }>`select ${call} as answer`.execute(db)
    return rows[0]!.answer
  })
