import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { noticeMessage, type Notices } from '#shop/messages/notices.ts'

/** The parameter is removed from the URL, so that reload and Back do not show the message again. */
export function useUrlNotice(texts: Notices): string | null {
  const { key, search } = useLocation()
  const code = new URLSearchParams(search).get('notice')
  useEffect(() => {
    if (code !== null) removeUrlParameter('notice')
  }, [code, key])
  return noticeMessage(code, texts)
}

export function removeUrlParameter(name: string) {
  const url = new URL(location.href)
  url.searchParams.delete(name)
  history.replaceState(history.state, '', url)
}
