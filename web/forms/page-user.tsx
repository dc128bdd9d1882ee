import { useLayoutEffect } from 'react'
import { useMatches } from 'react-router'
import { FORM_OWNER_FIELD } from '#web/forms/form-user-id-field.ts'

let shown: string | null = null

/** Whom the page in view was made for; null for a public page. */
export const shownPageOwner = (): string | null => shown

function usePageOwner(): string | null {
  const loaded = useMatches().at(-1)?.loaderData as Record<string, unknown> | null | undefined
  const owner = loaded?.[FORM_OWNER_FIELD]
  return typeof owner === 'string' ? owner : null
}

/** Stands in the frame of every page. What scripts send carries its owner by it; a form that works without them has a {@link FormOwner}. */
export function PageOwner() {
  const owner = usePageOwner()
  useLayoutEffect(() => {
    shown = owner
  }, [owner])
  return null
}

/** Stands in every form of a private page. */
export function FormOwner() {
  const owner = usePageOwner()
  return owner && <input type="hidden" name={FORM_OWNER_FIELD} value={owner} />
}

/** What scripts send by themselves carries whom the page in view was made for, unless it says so already. */
export function withPageOwner<Body extends FormData | URLSearchParams>(body: Body): Body {
  if (shown && !body.has(FORM_OWNER_FIELD)) body.set(FORM_OWNER_FIELD, shown)
  return body
}
