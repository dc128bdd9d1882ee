import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryDirectory } from './checks/memory-directory.ts'
import { printSlowest, printSummary } from './checks/print-summary.ts'
import { runStep, type Step, type StepResult } from './checks/run-step.ts'
import { readWorkLog, STEP_VARIABLE, WORK_LOG_VARIABLE } from './checks/work-log.ts'
import { findChromium } from './chromium-path.ts'

/** `npm test`: runs all checks and tests, then prints a summary with durations; with `slowest`, also where they go. */
const bin = join(import.meta.dirname, '..', 'node_modules', '.bin')
const cache = join(import.meta.dirname, '..', '.cache')
const reports = mkdtempSync(join(tmpdir(), 'ninth-bend-check-'))
const node = process.execPath
/** SQL files have their own databases, and some files start their own shops; tests of the shared shop run one at a time. */
const PARALLEL_WORKERS = 2
const isQuick = process.argv.includes('quick')
const showsSlowest = process.argv.includes('slowest')
/** `npm test -- quick` omits these, and says so at its end. */
const SLOW_STEPS = ['SQL on PostgreSQL 15', 'whole requests', 'whole shops, started and ended', 'browser']
/** SQL tests that `quick` omits: they wait, hash passwords, repeat races, draw pictures or fill large lists. */
const SLOW_SQL_TESTS = [
  '**/*concurrency.sql.test.ts',
  'platform/database/connection/**',
  'platform/database/migrate.sql.test.ts',
  'features/catalogue/categories/triggers/category-counts.sql.test.ts',
  'features/{accounts,audit,catalogue,content,dashboard,figures}/**',
  'features/{mail/worker,orders/events}/**',
  'features/**/admin/**',
  'platform/{backup,page-cache}/**',
  'tests/{large-shop,search}/**',
]
/** Left out on PostgreSQL 15: `npm run prove -- postgres-15` runs them there at their full length. */
const RACES_AND_HISTORIES = ['**/*concurrency.sql.test.ts', '**/*equivalence.sql.test.ts']
/** Compiled once for all processes of all steps, because a start of the shop compiles for half a second. */
process.env['NODE_COMPILE_CACHE'] ??= join(cache, 'compiled')
/** A second run checks only the files that changed, and those that depend on them. */
const typeCheck = (project: string) => [
  join(bin, 'tsc'),
  '-p',
  project,
  '--incremental',
  '--tsBuildInfoFile',
  join(cache, `${project}.tsbuildinfo`),
]
/** The output goes through a pipe, where the tools would write without colours. */
const COLOUR_ENV = process.stdout.isTTY && !process.env['NO_COLOR'] ? { FORCE_COLOR: '1' } : {}
type VitestOptions = { workers?: number; folders?: readonly string[]; excluded?: readonly string[] }
const vitest = (
  name: string,
  project: string,
  { workers = 1, folders = [], excluded = [] }: VitestOptions = {},
): Step => ({
  name,
  command: [
    join(bin, 'vitest'),
    'run',
    ...folders,
    `--project=${project}`,
    `--maxWorkers=${workers}`,
    ...excluded.map((pattern) => `--exclude=${pattern}`),
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${join(reports, `${name}.json`)}`,
  ],
  report: { kind: 'vitest', project },
})

/**
 * Lists run one after the other; within a list, two steps run at a time, the longest first. The browser
 * mostly waits, so it runs beside all others of its list.
 */
const steps: Step[][] = [
  [
    vitest('rules and boundaries', 'unit*'),
    { name: 'lint', command: [join(bin, 'oxlint'), '--type-aware', '--deny-warnings'] },
    { name: 'types', command: typeCheck('tsconfig.json') },
    {
      name: 'spelling',
      command: [
        join(bin, 'cspell'),
        '--no-progress',
        '--no-summary',
        '--cache',
        '--cache-strategy=content',
        `--cache-location=${join(cache, 'spelling')}`,
        '.',
      ],
    },
    { name: 'types of the rules, without DOM', command: typeCheck('tsconfig.rules.json') },
    { name: 'dead exports and dependencies', command: [join(bin, 'knip'), '--no-progress'] },
    { name: 'row types match the database', command: [node, 'scripts/generate-schema.ts', '--check'] },
    { name: 'formatting', command: [join(bin, 'oxfmt'), '--check', '.'] },
    { name: 'requirements have tests', command: [node, 'scripts/requirements.ts'] },
  ],
  [
    { name: 'browser', command: [join(bin, 'playwright'), 'test'], report: { kind: 'playwright' } },
    // Runs one file at a time, so it would leave a processor idle at the end.
    vitest('whole requests', 'requests'),
    vitest('whole shops, started and ended', 'shops', { workers: PARALLEL_WORKERS }),
    vitest('SQL on PostgreSQL 18', 'sql-18', {
      workers: PARALLEL_WORKERS,
      excluded: isQuick ? SLOW_SQL_TESTS : [],
    }),
    // What depends on the PostgreSQL version; the other files run in `npm run prove -- postgres-15`.
    vitest('SQL on PostgreSQL 15', 'sql-15', {
      workers: PARALLEL_WORKERS,
      folders: ['platform/database/', '/sql/', '/triggers/'],
      excluded: RACES_AND_HISTORIES,
    }),
  ],
]

const selectedNames = process.argv.slice(2).filter((word) => word !== 'quick' && word !== 'slowest')
const hasWord = ({ name }: Step, word: string) =>
  name.toLowerCase().split(/[ ,]+/).includes(word.toLowerCase())
const unknownNames = selectedNames.filter((word) => !steps.flat().some((step) => hasWord(step, word)))
if (unknownNames.length > 0) {
  console.error(
    `There is no check named ${unknownNames.join(', ')}. There are: quick; slowest; ${steps
      .flat()
      .map(({ name }) => name)
      .join('; ')}.`,
  )
  process.exit(1)
}
const memoryDirectory = createMemoryDirectory()
if (memoryDirectory) process.env['TMPDIR'] = memoryDirectory
const workLog = join(reports, 'work')
mkdirSync(workLog)
if (showsSlowest) process.env[WORK_LOG_VARIABLE] = workLog
const results: StepResult[] = []
process.env['CHROMIUM_PATH'] = findChromium()
const startedAt = performance.now()
const isSelected = (step: Step) =>
  !(isQuick && SLOW_STEPS.includes(step.name)) &&
  (selectedNames.length === 0 || selectedNames.some((word) => hasWord(step, word)))
// The rest of the second list is short in `quick` and runs beside the first, otherwise one processor would be
// idle for half of the time.
const lists = isQuick ? [steps.toReversed().flat()] : steps
for (const list of lists) results.push(...(await runTwoAtATime(list.filter(isSelected))))
if (showsSlowest) printSlowest(results, readWorkLog(workLog))
printSummary(results, (performance.now() - startedAt) / 1000)
if (isQuick)
  console.log(`Not run: ${SLOW_STEPS.join('; ')}; of SQL on PostgreSQL 18: ${SLOW_SQL_TESTS.join(' ')}.`)
for (const directory of [reports, memoryDirectory ?? reports])
  rmSync(directory, { recursive: true, force: true })
process.exitCode = results.some((result) => result.failed > 0) ? 1 : 0

/** Prints the first step's output at once and the second's when it has ended, so that they do not mix. */
async function runTwoAtATime(list: readonly Step[]): Promise<StepResult[]> {
  const waiting = [...list]
  const ended = new Map<Step, StepResult>()
  const runNext = async (isShownAtOnce: boolean) => {
    for (let step = waiting.shift(); step; step = waiting.shift())
      ended.set(step, await run(step, isShownAtOnce))
  }
  await Promise.all([runNext(true), runNext(false)])
  return list.map((step) => ended.get(step)!)
}

async function run(step: Step, isShownAtOnce: boolean): Promise<StepResult> {
  const title = `\n── ${step.name}\n`
  const reportPath = join(reports, `${step.name}.json`)
  let shownLater = title
  if (isShownAtOnce) process.stdout.write(title)
  const result = await runStep(step, {
    reportPath,
    env: {
      ...process.env,
      ...COLOUR_ENV,
      PLAYWRIGHT_JSON_OUTPUT_NAME: reportPath,
      [STEP_VARIABLE]: step.name,
    },
    write: (text) => (isShownAtOnce ? process.stdout.write(text) : (shownLater += text)),
  })
  if (!isShownAtOnce) process.stdout.write(shownLater)
  return result
}
