import { adminNotices } from '#shop/messages/admin-notices.ts'
import { useDoneMessage } from '#kit/actions/action-result.ts'
import { useUrlNotice } from '#kit/actions/use-url-notice.ts'
import { Notice } from '#kit/feedback/notice.tsx'

/** The result of the screen's last form, or of the form that led to it. */
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
