import { copyFileSync, existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A guard of the shop taken out: one text of one file becomes another, and a step has to find out. */
export type Mutant = {
  /** What the shop then no longer does. */
  guard: string
  /** The step of the part that has to find it. */
  step: string
  /** Run by the server as it stands: a procedure, policy or migration, a file of shop/ or server/, a server half of web/. */
  file: string
  /** Has to stand in the file exactly once. */
  from: string
  to: string
}

const ROOT = join(import.meta.dirname, '../..')
/** What a running shop reads. */
const COPIED_FOLDERS = ['db', 'demo', 'dist', 'server', 'shop', 'tests', 'web']

/** The file as it reads without its guard; throws when the text no longer stands there exactly once. */
export function applyMutant({ file, from, to, guard }: Mutant): string {
  const parts = readFileSync(join(ROOT, file), 'utf8').split(from)
  if (parts.length !== 2) throw new Error(`"${guard}" stands in ${parts.length - 1} places of ${file}, where it has to stand in one.`)
  return parts.join(to)
}

/** A shop's whole tree without one guard: hard links to everything, and one file written anew. */
export function createMutantTree(mutant: Mutant): { main: string; remove(): void } {
  const text = applyMutant(mutant)
  const tree = mkdtempSync(join(tmpdir(), 'ninth-bend-mutant-'))
  for (const name of COPIED_FOLDERS) if (existsSync(join(ROOT, name))) linkAll(join(ROOT, name), join(tree, name))
  linkOrCopy(join(ROOT, 'package.json'), join(tree, 'package.json'))
  symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'))
  // A link shares its bytes with the original, which has to stay as it is.
  unlinkSync(join(tree, mutant.file))
  writeFileSync(join(tree, mutant.file), text)
  return { main: join(tree, 'tests/fixtures/shops/start-test-shop.ts'), remove: () => rmSync(tree, { recursive: true, force: true }) }
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
    // The temporary folder may be on another disk.
    copyFileSync(from, to)
  }
}
