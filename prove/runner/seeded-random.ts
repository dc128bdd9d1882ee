/** What every proof begins with, and tells beside its figures. */
export const SEED = 20261121

/** A number from 0 to 1, exclusive, like Math.random. */
export type Random = () => number

/** The same chances again for the same seed, so that what was found can be found again (mulberry32). */
export function createSeededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A whole number, both ends included. */
export const randomInteger = (least: number, most: number, random: Random): number => least + Math.floor(random() * (most - least + 1))

export function pickRandom<Value>(values: readonly Value[], random: Random): Value {
  const chosen = values[Math.floor(random() * values.length)]
  if (chosen === undefined) throw new Error('There is nobody to choose from.')
  return chosen
}
