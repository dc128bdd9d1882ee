const MIN_LENGTH = 6
/** Shorter names that differ in two letters may belong to other programs, such as NODE_HOME beside NODE_NAME. */
const MIN_LENGTH_FOR_TWO_SLIPS = 12

/** The setting that `name` probably means, or undefined, because other programs have variables in the same environment. */
export function findMeantSetting(name: string, settings: readonly string[]): string | undefined {
  const given = name.toUpperCase()
  if (settings.includes(name) || given.length < MIN_LENGTH) return undefined
  const maxSlips = given.length < MIN_LENGTH_FOR_TWO_SLIPS ? 1 : 2
  const [nearest] = settings
    .filter(({ length }) => Math.abs(length - given.length) <= maxSlips)
    .map((setting) => ({ setting, slips: countSlips(given, setting) }))
    .filter(({ slips }) => slips <= maxSlips)
    .toSorted((one, other) => one.slips - other.slips)
  return nearest?.setting ?? settings.find((setting) => isCutOff(given, setting) || isLonger(given, setting))
}

/** BACKUP_DAILY for BACKUP_DAILY_AT. */
const isCutOff = (given: string, setting: string) => given.includes('_') && setting.startsWith(`${given}_`)

/** DATA_DIRECTORY for DATA_DIR. */
const isLonger = (given: string, setting: string) =>
  setting.includes('_') && given.startsWith(setting) && /^[A-Z]{1,6}$/.test(given.slice(setting.length))

/** Counts letters that are missing, added, wrong or swapped. */
function countSlips(given: string, setting: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: setting.length + 1 }, (_, index) => index)
  for (let row = 1; row <= given.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= setting.length; column += 1) {
      const isSame = given[row - 1] === setting[column - 1]
      const isExchanged =
        row > 1 &&
        column > 1 &&
        given[row - 1] === setting[column - 2] &&
        given[row - 2] === setting[column - 1]
      current[column] = Math.min(
        current[column - 1]! + 1,
        last[column]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
        isExchanged ? beforeLast[column - 2]! + 1 : Infinity,
      )
    }
    beforeLast = last
    last = current
  }
  return last[setting.length]!
}
