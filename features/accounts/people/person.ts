import type { AdministratorRole } from '#shop/administrator-role.ts'

/** An administrator, as owners see them. */
export type Person = {
  user_id: string
  email: string
  name: string | null
  role: AdministratorRole
  is_suspended: boolean
  since: string
  last_signed_in_at: string | null
  has_second_factor: boolean
}

export type PersonState = 'active' | 'invited' | 'suspended'

/** Somebody who has never signed in has not used the invitation. */
export function personState({
  is_suspended,
  last_signed_in_at,
}: Pick<Person, 'is_suspended' | 'last_signed_in_at'>): PersonState {
  if (is_suspended) return 'suspended'
  return last_signed_in_at === null ? 'invited' : 'active'
}

export const displayName = ({ name, email }: Pick<Person, 'name' | 'email'>): string => name ?? email
