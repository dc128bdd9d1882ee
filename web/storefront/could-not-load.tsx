import { useLocation } from 'react-router'
import { messages } from '#shop/messages.ts'
import { Notice } from '#web/ui/notice.tsx'

/** An outage must not read as an empty shop: says so, and offers the page again. */
export function CouldNotLoad({ what }: { what: string }) {
  const { pathname, search } = useLocation()
  return (
    <div className="page py-8">
      <Notice tone="error" title={what}>
        <p>
          {messages.listNotLoaded}{' '}
          <a href={pathname + search} className="link">
            Try again
          </a>
        </p>
      </Notice>
    </div>
  )
}
