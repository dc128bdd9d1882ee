import { useLayoutEffect } from 'react'
import { useMatches } from 'react-router'
import { FORM_USER_ID_FIELD } from './form-user-id-field.ts'

let pageUserId: string | null = null

/** The user for whom the current page was rendered; null for a public page. */
export const getPageUserId = (): string | null => pageUserId

function usePageUserId(): string | null {
  const loaded = useMatches().at(-1)?.loaderData as Record<string, unknown> | null | undefined
  const userId = loaded?.[FORM_USER_ID_FIELD]
  return typeof userId === 'string' ? userId : null
}

export function PageUserTracker() {
  const userId = usePageUserId()
  useLayoutEffect(() => {
    pageUserId = userId
  }, [userId])
  return null
}

export function FormUserIdInput() {
  const userId = usePageUserId()
  return userId && <input type="hidden" name={FORM_USER_ID_FIELD} value={userId} />
}

export function withPageUserId<Body extends FormData | URLSearchParams>(body: Body): Body {
  if (pageUserId && !body.has(FORM_USER_ID_FIELD)) body.set(FORM_USER_ID_FIELD, pageUserId)
  return body
}
