import { useEffect, useState } from 'react'
import type { Profile } from './profile.ts'
import { readCustomerDraft, storeCustomerDraft } from '#features/accounts/browser-session/customer-drafts.ts'
import { getMemory } from '#kit/storage/device-memory.ts'
import { PROFILE_DRAFT_STORAGE_KEY } from '#kit/storage/storage-keys.ts'
import { changedProfileFields, type ProfileDraft } from './profile-draft.ts'

const SIGN_IN_PATH = '/login'

/** Unsaved entries survive an expired session, for the same customer and in this tab. */
export function useProfileDraft(customerId: string, profile: Profile | null, isSaved: boolean) {
  const [restored, setRestored] = useState<ProfileDraft | null>(null)
  useEffect(() => {
    const draft = changedProfileFields(
      readCustomerDraft(getMemory('sessionStorage'), PROFILE_DRAFT_STORAGE_KEY, customerId),
      profile,
    )
    if (draft) setRestored(draft)
    return () => {
      // Leaving for any page other than sign-in discards them.
      if (location.pathname !== SIGN_IN_PATH) storeDraft(customerId, null)
    }
    // Only what was typed before this page was opened.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  useEffect(() => {
    if (isSaved) storeDraft(customerId, null)
  }, [isSaved, customerId])
  return {
    restored,
    keep: (form: HTMLFormElement) =>
      storeDraft(customerId, changedProfileFields(Object.fromEntries(new FormData(form)), profile)),
  }
}

const storeDraft = (customerId: string, draft: ProfileDraft | null) =>
  storeCustomerDraft(getMemory('sessionStorage'), PROFILE_DRAFT_STORAGE_KEY, customerId, draft)
