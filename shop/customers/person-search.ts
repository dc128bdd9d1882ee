/** Whether a text has an email address of a person, or the number of one of their orders. */
export function createPersonSearch({
  emails,
  order_ids,
}: {
  emails: readonly string[]
  order_ids: readonly string[]
}): (text: string) => boolean {
  const ids = new Set(order_ids)
  const shortIds = new Set(order_ids.map((id) => id.slice(0, 8)))
  const addresses = new Set(emails)
  return (text) => {
    const lower = text.toLowerCase()
    for (const [address] of lower.matchAll(/[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+/g))
      if (addresses.has(address.replace(/\.$/, ''))) return true
    for (const [id] of lower.matchAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g))
      if (ids.has(id)) return true
    for (const [, shortId] of lower.matchAll(/#([0-9a-f]{8})\b/g)) if (shortIds.has(shortId!)) return true
    return false
  }
}
