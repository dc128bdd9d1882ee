import { useLocation } from 'react-router'
import { messages } from '#shop/messages/messages.ts'
import { Notice } from '#kit/feedback/notice.tsx'

/** An outage must not look like an empty shop. */
export function ListLoadError() {
  const { pathname, search } = useLocation()
  return (
    <div className="page py-8">
      <Notice tone="error" title={messages.listNotLoaded}>
        <a href={pathname + search} className="link inline-block py-2">
          Try again
        </a>
      </Notice>
    </div>
  )
}

export function PageLoadError({ title }: { title: string }) {
  return (
    <>
      <h1 className="page pt-8">{title}</h1>
      <ListLoadError />
    </>
  )
}
