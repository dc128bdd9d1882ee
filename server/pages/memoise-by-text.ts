const MAX_ENTRIES = 10_000
/** The shop's own addresses are shorter; what a stranger makes up may have 16 kB, and would be kept as long as those. */
const MAX_KEY_LENGTH = 300

/** What always says the same of the same text, worked out once for each short one; all are forgotten when there are many. */
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

/** A piece of a longer text keeps all of it in memory, and a path is a piece of an address with whatever a stranger wrote after it. */
const copyOf = (text: string) => Buffer.from(text, 'utf16le').toString('utf16le')
