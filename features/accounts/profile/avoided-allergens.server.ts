import { sql } from 'kysely'
import { ALLERGEN_KEYS, type AllergenKey } from '#features/catalogue/labels/allergen-statements.ts'
import { done, refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'

type ProfileShop = Pick<ShopDependencies, 'db'>

/** Null unless the customer keeps the list in their account. */
export async function readAvoidedAllergens({ db }: ProfileShop, actor: Actor): Promise<AllergenKey[] | null> {
  requirePermission(actor, 'profile.keep-avoided-allergens')
  const profile = await db.queryAs(actor, (own) =>
    own
      .selectFrom('user_profiles')
      // A constraint allows only the 14 keys.
      .select(sql<AllergenKey[] | null>`avoided_allergens`.as('keys'))
      .where('user_id', '=', actor.userId)
      .executeTakeFirst(),
  )
  return profile?.keys ?? null
}

export type AvoidedAllergensChange = { base: readonly AllergenKey[]; keys: readonly AllergenKey[] | null }

/**
 * Applies the difference between base and keys to the current list, so that two devices lose none of each other's changes. Null keys delete
 * the list. Returns the resulting list; refused if the actor has no profile.
 */
export async function saveAvoidedAllergens(
  { db }: ProfileShop,
  actor: Actor,
  { base, keys }: AvoidedAllergensChange,
): Promise<Outcome<AllergenKey[] | null, Refusal<'no-profile'>>> {
  requirePermission(actor, 'profile.keep-avoided-allergens')
  const removed = keys && base.filter((key) => !keys.includes(key))
  const added = keys && keys.filter((key) => !base.includes(key))
  // One statement, so that the row lock lasts from reading to writing. An account without a list takes all
  // keys.
  const changed = sql<string[] | null>`nullif(array(
    select key from unnest(${[...ALLERGEN_KEYS]}::text[]) with ordinality as known (key, place)
    where case when avoided_allergens is null then key = any(${keys}::text[])
      else key = any(${added}::text[]) or (key = any(avoided_allergens) and key <> all(${removed}::text[])) end
    order by place), '{}')`
  const profile = await db.queryAs(actor, (own) =>
    own
      .updateTable('user_profiles')
      .set({ avoided_allergens: keys ? changed : null })
      .where('user_id', '=', actor.userId)
      .returning(sql<AllergenKey[] | null>`avoided_allergens`.as('keys'))
      .executeTakeFirst(),
  )
  return profile ? done(profile.keys) : refused('no-profile')
}
