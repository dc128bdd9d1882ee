const SCHEMES = new Set(['postgres:', 'postgresql:'])

/** Checks the syntax only; the connection reports an unreachable server. */
export function isDatabaseUrl(text: string): boolean {
  const url = URL.parse(text)
  return (
    url !== null &&
    SCHEMES.has(url.protocol) &&
    url.pathname.length > 1 &&
    (url.hostname !== '' || url.searchParams.has('host')) &&
    !namesSeveralHosts(url)
  )
}

const namesSeveralHosts = (url: URL) => `${url.hostname}${url.searchParams.get('host') ?? ''}`.includes(',')

/** Host, port and database, never the password. */
export function describeLocation(connectionString: string): string {
  const url = new URL(connectionString)
  return `${url.searchParams.get('host') ?? url.hostname}:${url.port || '5432'}${url.pathname}`
}
