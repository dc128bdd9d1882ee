export const SEED = 20261121

/** From 0 to 1, exclusive. */
export type Random = () => number

/** mulberry32, so that findings can be reproduced. */
export function createSeededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Both ends included. */
export const randomInteger = (minimum: number, maximum: number, random: Random): number =>
  minimum + Math.floor(random() * (maximum - minimum + 1))

/** One generator per round, so that concurrent rounds can be repeated too. */
export function createRandomOfRounds(count: number): Random[] {
  const random = createSeededRandom(SEED)
  return Array.from({ length: count }, () => createSeededRandom(randomInteger(0, 1e9, random)))
}

export function pickRandom<Value>(values: readonly Value[], random: Random): Value {
  const chosen = values[Math.floor(random() * values.length)]
  if (chosen === undefined) throw new Error('There is nothing to choose from.')
  return chosen
}
