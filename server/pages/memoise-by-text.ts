const ENTRIES_MOST = 10_000
/** The shop's own addresses are shorter; what a stranger makes up may have 16 kB, and would be kept as long as those. */
const CHARACTERS_MOST = 300

/** What always says the same of the same text, worked out once for each short one; all are forgotten when there are many. */
export function remembered<Value>(workOut: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    if (text.length > CHARACTERS_MOST) return workOut(text)
    if (known.has(text)) return known.get(text)!
    const value = workOut(text)
    if (known.size >= ENTRIES_MOST) known.clear()
    known.set(copyOf(text), value)
    return value
  }
}

/** A piece of a longer text keeps all of it in memory, and a path is a piece of an address with whatever a stranger wrote after it. */
const copyOf = (text: string) => Buffer.from(text, 'utf16le').toString('utf16le')
