import { sql } from 'kysely'
import type { AllergenKey } from '#shop/catalogue/labels/allergen-statements.ts'
import { done, refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'

type ProfileShop = Pick<ShopDependencies, 'db'>

/** Null unless the customer keeps the list in their account. */
export async function readAvoidedAllergens({ db }: ProfileShop, actor: Actor): Promise<AllergenKey[] | null> {
  requirePermission(actor, 'profile.keep-avoided-allergens')
  const profile = await db.queryAs(actor, (own) =>
    own
      .selectFrom('user_profiles')
      // A constraint allows the 14 keys alone.
      .select(sql<AllergenKey[] | null>`avoided_allergens`.as('keys'))
      .where('user_id', '=', actor.userId)
      .executeTakeFirst(),
  )
  return profile?.keys ?? null
}

/** Deletes the list from the account if it is empty; refused if the actor has no profile. */
export async function saveAvoidedAllergens(
  { db }: ProfileShop,
  actor: Actor,
  keys: readonly AllergenKey[],
): Promise<Outcome<null, Refusal<'no-profile'>>> {
  requirePermission(actor, 'profile.keep-avoided-allergens')
  const avoided_allergens = keys.length > 0 ? [...new Set(keys)] : null
  const { numUpdatedRows } = await db.queryAs(actor, (own) =>
    own
      .updateTable('user_profiles')
      .set({ avoided_allergens })
      .where('user_id', '=', actor.userId)
      .executeTakeFirstOrThrow(),
  )
  return numUpdatedRows === 1n ? done(null) : refused('no-profile')
}
