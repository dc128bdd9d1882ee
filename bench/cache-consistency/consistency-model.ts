/** What a page may say of something: its name, price, stock, picture, and whether it is there at all. */
export type Fact = string
export type Value = string | number | boolean
type Write = { value: Value; began: number; done: number }
type Observation = { fact: Fact; value: Value; began: number; ended: number; where?: string }

/**
 * What was written when, of things that are each written by one person after the other, and what readers saw. A reader may
 * see what had been answered when they began to ask, or anything that was being written since; everything else is stale.
 */
export function createConsistencyModel() {
  const writes = new Map<Fact, Write[]>()
  const possiblyStale: Observation[] = []

  function isAllowed({ fact, value, began, ended }: Observation): boolean {
    const all = writes.get(fact) ?? []
    const known = all.findLastIndex(({ done }) => done <= began)
    return all.some((write, index) => index >= known && write.began <= ended && write.value === value)
  }

  return {
    /** As it was before anybody wrote or read. */
    starts: (fact: Fact, value: Value) => void writes.set(fact, [{ value, began: -Infinity, done: -Infinity }]),
    isKnown: (fact: Fact) => writes.has(fact),

    /** In: when it was sent and when it was answered. */
    wrote: (fact: Fact, write: Write) => void writes.get(fact)!.push(write),

    /** A write that was sent and may be seen from now on; the function is called when it is answered. */
    writing(fact: Fact, value: Value, now = performance.now()): (now?: number) => void {
      const write = { value, began: now, done: Infinity }
      writes.get(fact)!.push(write)
      return (answered = performance.now()) => void (write.done = answered)
    },

    /** What looks stale is looked at again at the end: of some writes it is known only afterwards what they wrote. */
    saw(seen: Observation) {
      if (!isAllowed(seen)) possiblyStale.push(seen)
    },

    stale: (): Observation[] => possiblyStale.filter((seen) => !isAllowed(seen)),
  }
}
