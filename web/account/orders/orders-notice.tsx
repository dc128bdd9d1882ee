import { useLocation } from 'react-router'
import { useAddressNotice } from '#web/forms/use-url-notice.ts'
import { useFormFailure } from '#web/forms/form-failure.ts'
import { FocusedNotice } from '#web/account/layout/focused-notice.tsx'

/** What checkout or a cancellation has to say. */
export function OrdersNotice() {
  const { key } = useLocation()
  const failure = useFormFailure()
  const notice = useAddressNotice()
  if (failure?.message) return <FocusedNotice tone="error" sentence={failure.message} cause={failure} />
  return notice && <FocusedNotice tone="success" sentence={notice} cause={key} />
}
