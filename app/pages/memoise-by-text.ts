const MAX_ENTRIES = 10_000
/** Paths of the shop are shorter; longer ones (up to 16 kB) would fill the memory. */
const MAX_KEY_LENGTH = 300

export function memoiseByText<Value>(compute: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    if (text.length > MAX_KEY_LENGTH) return compute(text)
    if (known.has(text)) return known.get(text)!
    const value = compute(text)
    if (known.size >= MAX_ENTRIES) known.clear()
    known.set(copyOf(text), value)
    return value
  }
}

/** Copied, because a substring would keep the whole URL in memory. */
const copyOf = (text: string) => Buffer.from(text, 'utf16le').toString('utf16le')
