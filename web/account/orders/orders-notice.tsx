import { useLocation } from 'react-router'
import { notices } from '#shop/messages/notices.ts'
import { useUrlNotice } from '#web/forms/use-url-notice.ts'
import { useFormFailure } from '#web/forms/action-result.ts'
import { FocusedNotice } from '#web/account/layout/focused-notice.tsx'

export function OrdersNotice() {
  const { key } = useLocation()
  const failure = useFormFailure()
  const notice = useUrlNotice(notices)
  if (failure?.message) return <FocusedNotice tone="error" text={failure.message} cause={failure} />
  return notice && <FocusedNotice tone="success" text={notice} cause={key} />
}
