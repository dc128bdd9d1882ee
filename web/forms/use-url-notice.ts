import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { noticeMessage } from '#shop/messages/notices.ts'

/** Message of the `notice` URL parameter, which is removed from the URL so that reload and Back do not show it again. */
export function useUrlNotice(): string | null {
  const { key, search } = useLocation()
  const code = new URLSearchParams(search).get('notice')
  useEffect(() => {
    if (code !== null) removeUrlParameter('notice')
  }, [code, key])
  return noticeMessage(code)
}

/** Removes a parameter from the URL without React Router noticing. */
export function removeUrlParameter(name: string) {
  const url = new URL(location.href)
  url.searchParams.delete(name)
  history.replaceState(history.state, '', url)
}
