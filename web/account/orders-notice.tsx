import { useLocation } from 'react-router'
import { useAddressNotice } from '#web/http/address-notice.ts'
import { useFormFailure } from '#web/http/forms.ts'
import { FocusedNotice } from './focused-notice.tsx'

/** What checkout or a cancellation has to say. */
export function OrdersNotice() {
  const { key } = useLocation()
  const failure = useFormFailure()
  const notice = useAddressNotice()
  if (failure?.message) return <FocusedNotice tone="error" sentence={failure.message} cause={failure} />
  return notice && <FocusedNotice tone="success" sentence={notice} cause={key} />
}
