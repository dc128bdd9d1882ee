import type { HttpClient } from '#tests/fixtures/http/http-client.ts'

/** A keep-alive connection would be cut only once. */
export const withoutKeepAlive = (client: HttpClient, url: string) => {
  const copy = client.copy(url)
  const originalFetch = copy.fetch.bind(copy)
  copy.fetch = (path, init) => {
    const headers = new Headers(init?.headers)
    headers.set('connection', 'close')
    return originalFetch(path, { ...init, headers })
  }
  return copy
}
