/** Never cached. Cookies of both are kept; other headers of the response are replaced. */
export function withHeaders(response: Response, headers: Headers): Response {
  const merged = new Headers(response.headers)
  for (const [name, value] of headers) if (name !== 'set-cookie') merged.set(name, value)
  for (const cookie of headers.getSetCookie()) merged.append('set-cookie', cookie)
  merged.set('cache-control', 'no-store')
  return new Response(response.body, { status: response.status, headers: merged })
}
