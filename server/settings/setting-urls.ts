export function isWithoutSecrets(text: string): boolean {
  const url = URL.parse(text)
  return !url || !(url.username || url.password || /[?#]/.test(text))
}

export function isUrl(text: string, protocols = ['http:', 'https:']): boolean {
  const url = URL.parse(text)
  return url !== null && protocols.includes(url.protocol) && url.hostname !== ''
}

/** Checks the syntax only; the connection reports an unreachable server. */
export function isDatabaseUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol)) return false
  return (url.hostname !== '' || url.searchParams.has('host')) && url.pathname.length > 1
}
