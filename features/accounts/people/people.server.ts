import { sql } from 'kysely'
import type { AdministratorRole } from '#shop/administrator-role.ts'
import { callProcedure, type Answer } from '#features/call-procedure.server.ts'
import { isValidId } from '#shop/ids.ts'
import { refused } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import type { Person } from './person.ts'

/** The person as shown, to detect a change by another owner. */
export type ExpectedPerson = { userId: string; role: AdministratorRole; isSuspended: boolean }
const toArguments = ({ userId, role, isSuspended }: ExpectedPerson) => ({
  user_id: userId,
  expected_role: role,
  expected_suspended: isSuspended,
})

/** /admin/settings/people: all administrators, oldest first. */
export async function listPeople(shop: ShopDependencies, owner: Actor): Promise<Person[]> {
  requirePermission(owner, 'people.read')
  return shop.db.queryAs(
    owner,
    async (db) => (await sql<Person>`select * from list_people()`.execute(db)).rows,
  )
}

/** Takes effect with the person's next request. Refused: not-found, own-role, changed-meanwhile. */
export async function changeRole(
  shop: ShopDependencies,
  owner: Actor,
  expected: ExpectedPerson,
  role: AdministratorRole,
): Promise<Answer<'change_administrator_role'>> {
  requirePermission(owner, 'people.edit')
  if (!isValidId(expected.userId)) return refused('not-found')
  return shop.db.queryAs(owner, (db) =>
    callProcedure(db, 'change_administrator_role', { ...toArguments(expected), role }),
  )
}

/** Ends the admin sessions at once, or restores access. Refused like {@link changeRole}. */
export async function setSuspended(
  shop: ShopDependencies,
  owner: Actor,
  expected: ExpectedPerson,
  isSuspended: boolean,
): Promise<Answer<'suspend_administrator'>> {
  requirePermission(owner, 'people.edit')
  if (!isValidId(expected.userId)) return refused('not-found')
  return shop.db.queryAs(owner, (db) =>
    callProcedure(db, 'suspend_administrator', { ...toArguments(expected), is_suspended: isSuspended }),
  )
}
