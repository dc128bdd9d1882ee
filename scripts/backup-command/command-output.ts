import type { WriteStream } from 'node:tty'

const EXIT = { failed: 1, usage: 2 } as const
const BAR_WIDTH = 30
const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB']

export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${power === 0 ? bytes : (bytes / 1000 ** power).toFixed(1)} ${UNITS[power]}`
}

/** Shown on a terminal only, because a log would contain every step. */
export function progressBar(output: Pick<WriteStream, 'isTTY' | 'write'>) {
  let shown = ''
  return {
    show(label: string, done: number, total: number) {
      const share = total > 0 ? Math.min(1, done / total) : 1
      const filled = Math.round(share * BAR_WIDTH)
      const line = `${label} [${'='.repeat(filled)}${' '.repeat(BAR_WIDTH - filled)}] ${Math.floor(share * 100)} %`
      if (!output.isTTY || line === shown) return
      shown = line
      output.write(`\r\u001B[2K${line}`)
    },
    clear() {
      if (shown) output.write('\r\u001B[2K')
      shown = ''
    },
  }
}

/** A text is the usage, printed after wrong arguments. */
export async function printResult(result: Promise<string[]> | string): Promise<void> {
  if (typeof result === 'string') {
    console.error(result)
    process.exitCode = EXIT.usage
    return
  }
  try {
    for (const line of await result) console.log(line)
  } catch (problem) {
    console.error(problem instanceof Error ? problem.message : String(problem))
    process.exitCode = EXIT.failed
  }
}
