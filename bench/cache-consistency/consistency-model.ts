/** A fact that pages state: name, price, stock, picture or existence of something. */
export type Fact = string
export type Value = string | number | boolean
type Write = { value: Value; began: number; done: number }
type Observation = { fact: Fact; value: Value; began: number; ended: number; where?: string }

/**
 * Records writes and reads of facts, each written sequentially. A read may see the value that was committed when it
 * started, or any value written since; everything else is stale.
 */
export function createConsistencyModel() {
  const writes = new Map<Fact, Write[]>()
  const possiblyStale: Observation[] = []

  function isAllowed({ fact, value, began, ended }: Observation): boolean {
    const all = writes.get(fact) ?? []
    const committed = all.findLastIndex(({ done }) => done <= began)
    return all.some((write, index) => index >= committed && write.began <= ended && write.value === value)
  }

  return {
    starts: (fact: Fact, value: Value) =>
      void writes.set(fact, [{ value, began: -Infinity, done: -Infinity }]),
    isKnown: (fact: Fact) => writes.has(fact),

    wrote: (fact: Fact, write: Write) => void writes.get(fact)!.push(write),

    /** Records a write that may be visible from now on; the returned function marks its end. */
    writing(fact: Fact, value: Value, now = performance.now()): (now?: number) => void {
      const write = { value, began: now, done: Infinity }
      writes.get(fact)!.push(write)
      return (answered = performance.now()) => void (write.done = answered)
    },

    /** Checks a read again at the end if it looks stale, because some writes are recorded only after they return. */
    saw(observation: Observation) {
      if (!isAllowed(observation)) possiblyStale.push(observation)
    },

    stale: (): Observation[] => possiblyStale.filter((observation) => !isAllowed(observation)),
  }
}
