import { displayName } from '#features/accounts/people/person.ts'
import { listPeople } from '#features/accounts/people/people.server.ts'
import { contentMessages } from '#features/content/content-messages.ts'
import type { Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'

/** The administrators' names by ID. */
export async function savedByName(shop: ShopDependencies, owner: Admin): Promise<(userId: string) => string> {
  const names = new Map(
    (await listPeople(shop, owner)).map((person) => [person.user_id, displayName(person)]),
  )
  return (userId) => names.get(userId) ?? contentMessages.formerAdministrator
}
