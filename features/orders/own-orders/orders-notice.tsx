import { useLocation } from 'react-router'
import { notices } from '#shop/messages/notices.ts'
import { useUrlNotice } from '#kit/actions/use-url-notice.ts'
import { useFormFailure } from '#kit/actions/action-result.ts'
import { FocusedNotice } from '#features/accounts/layout/focused-notice.tsx'

export function OrdersNotice() {
  const { key } = useLocation()
  const failure = useFormFailure()
  const notice = useUrlNotice(notices)
  if (failure?.message) return <FocusedNotice tone="error" text={failure.message} cause={failure} />
  return notice && <FocusedNotice tone="success" text={notice} cause={key} />
}
