import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { done, refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import type { ProfileForm } from '#features/accounts/forms/account-forms.ts'
import { addressSaveOffer, type SavedAddress } from './saved-address.ts'
import type { Profile } from './profile.ts'

type ProfileShop = Pick<ShopDependencies, 'db'> & { log: Pick<ShopDependencies['log'], 'error'> }

/** Null if the actor has no profile or it cannot be read. */
export async function readProfile({ db, log }: ProfileShop, actor: Actor): Promise<Profile | null> {
  requirePermission(actor, 'profile.read-own')
  try {
    const profile = await db.queryAs(actor, (own) =>
      own
        .selectFrom('user_profiles')
        .select(['full_name', 'phone', 'address', 'post_code', 'city', 'country'])
        .where('user_id', '=', actor.userId)
        .executeTakeFirst(),
    )
    return profile ?? null
  } catch (error) {
    log.error({ error, user: actor.userId }, 'profile could not be read')
    return null
  }
}

/** Saves the editable fields of the actor's profile; refused if there is none. */
export async function saveProfile(
  { db }: ProfileShop,
  actor: Actor,
  { full_name, phone, address, post_code, city, country }: ProfileForm,
): Promise<Outcome<null, Refusal<'no-profile'>>> {
  requirePermission(actor, 'profile.edit-own')
  const { numUpdatedRows } = await db.queryAs(actor, (own) =>
    own
      .updateTable('user_profiles')
      .set({ full_name, phone, address, post_code, city, country })
      .where('user_id', '=', actor.userId)
      .executeTakeFirstOrThrow(),
  )
  return numUpdatedRows === 1n ? done(null) : refused('no-profile')
}

/** Copies the address of an order into the actor's profile; other fields stay. */
export async function saveOrderAddress(
  { db }: ProfileShop,
  actor: Actor,
  entries: SavedAddress,
): Promise<Outcome<null, Refusal<'no-profile' | 'not-kept'>>> {
  requirePermission(actor, 'profile.edit-own')
  if (addressSaveOffer(entries, null) === null) return refused('not-kept')
  const { address, post_code, city, country } = entries
  const { numUpdatedRows } = await db.queryAs(actor, (own) =>
    own
      .updateTable('user_profiles')
      .set({ address, post_code, city, country })
      .where('user_id', '=', actor.userId)
      .executeTakeFirstOrThrow(),
  )
  return numUpdatedRows === 1n ? done(null) : refused('no-profile')
}
