import { useSearchParams } from 'react-router'
import { noticeOf } from '#shop/messages.ts'
import { useFormFailure } from '#web/http/forms.ts'
import { FocusedNotice } from './focused-notice.tsx'

/** What checkout or a cancellation has to say. */
export function OrdersNotice() {
  const [search] = useSearchParams()
  const failure = useFormFailure()
  const notice = noticeOf(search.get('notice'))
  if (failure?.message) return <FocusedNotice tone="error" sentence={failure.message} cause={failure} />
  return notice && <FocusedNotice tone="success" sentence={notice} cause={search} />
}
