import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fsyncDirectorySync } from '#platform/files/fsync-directory.server.ts'

/** Creates one directory at a time: `mkdirSync` with `recursive` never returns for a path such as /proc. */
export function makeDirectory(path: string, mode = 0o777) {
  if (existsSync(path)) return
  makeDirectory(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
    fsyncDirectorySync(dirname(path))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Tries to write, because permission bits mean nothing for root. */
export function checkWritable(directory: string) {
  const probeFile = join(directory, `.trial-${process.pid}`)
  try {
    writeFileSync(probeFile, '')
    rmSync(probeFile)
  } catch (error) {
    throw Object.assign(error as Error, { path: directory })
  }
}
