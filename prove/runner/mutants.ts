import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Removes a guard; a step must detect it. */
export type Mutant = {
  guard: string
  step: string
  /** Must run without a build, unless it has one: SQL, shop/, server/, or a server module of web/. */
  file: string
  /** Set for code that pages and browsers run; the build takes about half a minute. */
  needsBuild?: true
  /** Must occur exactly once in the file. */
  from: string
  to: string
  /** Further changes with which the shop works without the guard. */
  also?: Pick<Mutant, 'file' | 'from' | 'to'>
}

const ROOT = join(import.meta.dirname, '../..')
const COPIED_FOLDERS = ['app', 'demo', 'dist', 'features', 'kit', 'platform', 'shop', 'tests']
const BUILD_FILES = ['scripts/build.ts', 'vite.config.ts', 'tsconfig.json', '.gitignore']

export function applyMutant({
  file,
  from,
  to,
  guard,
}: Pick<Mutant, 'file' | 'from' | 'to' | 'guard'>): string {
  const parts = readFileSync(join(ROOT, file), 'utf8').split(from)
  if (parts.length !== 2)
    throw new Error(
      `"${guard}" stands in ${parts.length - 1} places of ${file}, where it has to stand in one.`,
    )
  return parts.join(to)
}

export function createMutantTree(mutant: Mutant): { main: string; remove(): void } {
  const edits = [mutant, ...(mutant.also ? [{ ...mutant.also, guard: mutant.guard }] : [])]
  const texts = edits.map((edit) => [edit.file, applyMutant(edit)] as const)
  const tree = mkdtempSync(join(tmpdir(), 'ninth-bend-mutant-'))
  for (const name of COPIED_FOLDERS)
    if (existsSync(join(ROOT, name))) linkAll(join(ROOT, name), join(tree, name))
  linkOrCopy(join(ROOT, 'package.json'), join(tree, 'package.json'))
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'))
  for (const [file, text] of texts) {
    // Writing to the link would change the original.
    unlinkSync(join(tree, file))
    writeFileSync(join(tree, file), text)
  }
  if (mutant.needsBuild) buildTree(tree)
  return {
    main: join(tree, 'tests/fixtures/shops/start-test-shop.ts'),
    remove: () => rmSync(tree, { recursive: true, force: true }),
  }
}

/** The build removes files that are links, and writes to none. */
function buildTree(tree: string) {
  mkdirSync(join(tree, 'scripts'))
  for (const file of BUILD_FILES) copyFileSync(join(ROOT, file), join(tree, file))
  execFileSync(process.execPath, [join(tree, 'scripts/build.ts')], { cwd: tree, stdio: 'pipe' })
}

function linkAll(from: string, to: string) {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const source = join(entry.parentPath, entry.name)
    const target = to + source.slice(from.length)
    mkdirSync(dirname(target), { recursive: true })
    linkOrCopy(source, target)
  }
}

function linkOrCopy(from: string, to: string) {
  try {
    linkSync(from, to)
  } catch {
    // The temporary directory may be on another file system.
    copyFileSync(from, to)
  }
}
