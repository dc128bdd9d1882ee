import { adminNotices } from '#shop/messages/admin-notices.ts'
import { useDoneMessage } from '#web/forms/action-result.ts'
import { useUrlNotice } from '#web/forms/use-url-notice.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'

/** What the last form of the screen has done, or the form that led to it. */
export function ScreenNotice() {
  const notice = useUrlNotice(adminNotices)
  const text = useDoneMessage() ?? notice
  if (!text) return null
  return (
    <Notice tone="success" className="mb-3">
      {text}
    </Notice>
  )
}
