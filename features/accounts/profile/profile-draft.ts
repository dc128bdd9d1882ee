import type { Profile } from './profile.ts'

export type ProfileDraft = Record<keyof Profile, string>

const FIELDS = ['full_name', 'phone', 'address', 'post_code', 'city', 'country'] as const

/** The typed fields; null if they equal the profile. */
export function changedProfileFields(
  entries: Readonly<Record<string, unknown>> | null,
  profile: Profile | null,
): ProfileDraft | null {
  if (!entries) return null
  const typed = FIELDS.map((field) => {
    const entry = entries[field]
    return [field, typeof entry === 'string' ? entry : (profile?.[field] ?? '')] as const
  })
  return typed.some(([field, text]) => text !== (profile?.[field] ?? ''))
    ? (Object.fromEntries(typed) as ProfileDraft)
    : null
}
