import type { Failure } from './step-results.ts'
import type { StepResult } from './run-step.ts'
import type { WorkSeconds } from './work-log.ts'

const SLOWEST_FILES = 40

/** Prints failures last, each with its first error line and a command that repeats only that test. */
export function printSummary(results: readonly StepResult[], seconds: number) {
  console.log('\n')
  for (const { name, passed, failed, skipped, seconds: each, processorSeconds } of results) {
    const words = [`${passed} passed`, failed ? `${failed} FAILED` : '', skipped ? `${skipped} skipped` : '']
    console.log(
      `${name.padEnd(36)} ${words.filter(Boolean).join(', ').padEnd(28)} ${timesOf(each, processorSeconds)}`,
    )
  }
  const skips = results.flatMap(({ name, skipReasons }) =>
    skipReasons.map((reason) => `– ${name}: ${reason}`),
  )
  if (skips.length > 0) console.log(`\nSkipped:\n${skips.join('\n')}`)
  for (const { name, failures } of results)
    for (const failure of failures) console.log(`\n✗ ${name}: ${describe(failure)}`)
  const sum = (key: 'passed' | 'failed' | 'processorSeconds') =>
    results.reduce((total, result) => total + result[key], 0)
  console.log(`\nIn all ${timesOf(seconds, sum('processorSeconds'))}.`)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
}

/** Prints where the time of `npm test -- slowest` went. */
export function printSlowest(results: readonly StepResult[], work: readonly WorkSeconds[]) {
  console.log('\nThe longest files:')
  const files = results.flatMap(({ name, files: each }) => each.map((file) => ({ ...file, name })))
  for (const { file, seconds, name } of files
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST_FILES))
    console.log(`${seconds.toFixed(1).padStart(8)} s  ${file} (${name})`)
  console.log('\nBy kind of work (seconds of all workers together):')
  for (const { step, kind, times, seconds } of work)
    console.log(`${seconds.toFixed(1).padStart(8)} s  ${step}: ${kind}, ${times} times`)
}

const timesOf = (seconds: number, processorSeconds: number) =>
  `${seconds.toFixed(1).padStart(6)} s, ${processorSeconds.toFixed(1).padStart(6)} s of processors`

function describe({ title, lines, command, pictures = [] }: Failure): string {
  const [error = '', ...rest] = lines
  return [
    title,
    ...(error ? [`  ${error}`] : []),
    ...rest.map((line) => `    ${line}`),
    ...(command ? [`  Repeat it: ${command}`] : []),
    ...pictures.map((path) => `  See ${path}`),
  ].join('\n  ')
}
