import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ROOT } from './read-recipes.ts'

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

/** A copy of the tree, to which patches can be applied. */
export type RecipeTree = {
  apply(patch: string, files: readonly string[]): void
  revert(patch: string, files: readonly string[]): void
  /** Null if all checks pass, otherwise the end of the output. */
  findFailure(checks: readonly string[]): string | null
  remove(): void
}

export function createRecipeTree(): RecipeTree {
  const tree = mkdtempSync(join(tmpdir(), 'ninth-bend-recipe-'))
  const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  for (const file of tracked.split('\0').filter((name) => name && isFile(join(ROOT, name)))) {
    mkdirSync(dirname(join(tree, file)), { recursive: true })
    copyFileSync(join(ROOT, file), join(tree, file))
  }
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'))
  // With the results of the last type check, the next one takes a third of the time.
  for (const project of ['tsconfig.json', 'tsconfig.rules.json']) {
    const results = `.cache/${project}.tsbuildinfo`
    if (existsSync(join(ROOT, results))) cpSync(join(ROOT, results), join(tree, results))
  }
  const patchFiles = (patch: string, files: readonly string[], ...options: string[]) =>
    void execFileSync(
      'git',
      ['apply', ...APPLY_OPTIONS, ...options, ...files.map((file) => `--include=${file}`), join(ROOT, patch)],
      { cwd: tree, stdio: 'pipe', env: { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() } },
    )
  return {
    apply: (patch, files) => patchFiles(patch, files),
    revert: (patch, files) => patchFiles(patch, files, '--reverse'),
    findFailure(checks) {
      const missing = checks.filter((check) => check.includes('/') && !existsSync(join(tree, check)))
      if (missing.length > 0) throw new Error(`There is no ${missing.join(', ')}.`)
      for (const command of toCommands(checks)) {
        const { status, stdout, stderr } = spawnSync(process.execPath, command, {
          cwd: tree,
          encoding: 'utf8',
          maxBuffer: MAX_OUTPUT_BYTES,
        })
        if (status !== 0) return `${command.join(' ')}\n${stdout}${stderr}`
      }
      return null
    },
    remove: () => rmSync(tree, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  }
}

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true

/** A patch applies even if its lines have moved, or lines near them have changed. */
export const APPLY_OPTIONS = ['--recount', '-C1']

function toCommands(checks: readonly string[]): string[][] {
  const run = (tool: string, ...words: string[]) => [join('node_modules', tool), ...words]
  const vitest = (project: string, files: readonly string[]) =>
    files.length > 0 ? [run('vitest/vitest.mjs', 'run', `--project=${project}`, ...files)] : []
  const words = checks.filter((check) => !check.includes('/'))
  const journeys = checks.filter((check) => check.endsWith('.spec.ts'))
  const requests = checks.filter((check) => check.startsWith('tests/requests/'))
  const sql = checks.filter((check) => check.endsWith('.sql.test.ts'))
  const others = new Set([words, journeys, requests, sql].flat())
  return [
    ...(words.length > 0 ? [['scripts/run-checks.ts', ...words]] : []),
    ...vitest(
      'unit*',
      checks.filter((check) => !others.has(check)),
    ),
    ...vitest('sql-18', sql),
    ...(journeys.length + requests.length > 0 ? [['scripts/build.ts']] : []),
    ...vitest('requests', requests),
    ...(journeys.length > 0 ? [run('@playwright/test/cli.js', 'test', '--workers=1', ...journeys)] : []),
  ]
}
