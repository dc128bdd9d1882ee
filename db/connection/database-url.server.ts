/** pg knows one host for each connection; PostgreSQL's own clients take several, separated by commas. */
const DATABASE_URL_PATTERN =
  /^(?<scheme>postgres(?:ql)?:\/\/)(?:(?<credentials>[^@/?#]*)@)?(?<hosts>[^/?#]*)(?<rest>.*)$/

/** The values of libpq that the shop can use: it writes, so every host it stays with must accept writes. */
const WRITABLE = new Set(['read-write', 'primary'])
const TARGET = 'target_session_attrs'

/** One connection string for each host, in order, without `target_session_attrs`. Throws a TypeError on a malformed one. */
export function splitHosts(connectionString: string): string[] {
  const { scheme, credentials, hosts, rest } = DATABASE_URL_PATTERN.exec(connectionString)?.groups ?? {}
  if (hosts === undefined) throw new TypeError('The connection string is malformed.')
  return hosts.split(',').map((host) => {
    const url = new URL(`${scheme}${credentials === undefined ? '' : `${credentials}@`}${host}${rest}`)
    url.searchParams.delete(TARGET)
    return url.href
  })
}

/** Whether the server that answers must be asked if it accepts writes. */
export const mustBePrimary = (connectionString: string): boolean =>
  splitHosts(connectionString).length > 1 || new RegExp(`[?&]${TARGET}=`).test(connectionString)

/** Checks the syntax only; the connection reports an unreachable server. */
export function isDatabaseUrl(text: string): boolean {
  try {
    const hosts = splitHosts(text).map((host) => new URL(host))
    const target = new URL(text.replace(DATABASE_URL_PATTERN, '$<scheme>host$<rest>')).searchParams.get(
      TARGET,
    )
    return (
      hosts.every(
        (url) =>
          url.pathname.length > 1 &&
          (url.hostname !== '' || (hosts.length === 1 && url.searchParams.has('host'))),
      ) &&
      (target === null || WRITABLE.has(target))
    )
  } catch {
    return false
  }
}

/** Hosts, ports and database, never the password. */
export function describeLocation(connectionString: string): string {
  const urls = splitHosts(connectionString).map((host) => new URL(host))
  const hosts = urls.map((url) => `${url.searchParams.get('host') ?? url.hostname}:${url.port || '5432'}`)
  return `${hosts.join(',')}${urls[0]!.pathname}`
}
