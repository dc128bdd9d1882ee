export function isWithoutSecrets(text: string): boolean {
  const url = URL.parse(text)
  return !url || !(url.username || url.password || /[?#]/.test(text))
}

export function isUrl(text: string, protocols = ['http:', 'https:']): boolean {
  const url = URL.parse(text)
  return url !== null && protocols.includes(url.protocol) && url.hostname !== ''
}
