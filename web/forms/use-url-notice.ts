import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { noticeMessage } from '#shop/messages/notices.ts'

/**
 * The sentence that another screen handed over in the address. Once it is shown its code leaves the address, so that
 * neither a reload nor Back says it again; the router still knows the address as it came, so the sentence stays in
 * view for as long as this page does.
 */
export function useUrlNotice(): string | null {
  const { key, search } = useLocation()
  const code = new URLSearchParams(search).get('notice')
  useEffect(() => {
    if (code !== null) removeUrlParameter('notice')
  }, [code, key])
  return noticeMessage(code)
}

/** Takes out of the address what was read from it, behind the router's back, which still knows it. */
export function removeUrlParameter(name: string) {
  const url = new URL(location.href)
  url.searchParams.delete(name)
  history.replaceState(history.state, '', url)
}
