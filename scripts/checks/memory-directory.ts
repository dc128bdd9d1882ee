import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const PREFIX = 'ninth-bend-checks-'
/** A test shop takes up to 300 MB, and a few run at a time. */
const LEAST_FREE_BYTES = 6 * 2 ** 30

/**
 * Creates a directory in memory for temporary files, where PostgreSQL and pictures do not wait for a disk;
 * null if there is too little memory or programs cannot run from it. Removes leftovers of killed runs.
 */
export function createMemoryDirectory({ memory = MEMORY, leastFreeBytes = LEAST_FREE_BYTES } = {}):
  | string
  | null {
  try {
    removeLeftovers(memory)
    const { bavail, bsize } = statfsSync(memory)
    if (Math.min(bavail * bsize, process.availableMemory()) < leastFreeBytes) return null
    const directory = join(memory, `${PREFIX}${process.pid}`)
    mkdirSync(directory, { mode: 0o755 })
    if (canRunPrograms(directory)) return directory
    rmSync(directory, { recursive: true, force: true })
    return null
  } catch {
    return null
  }
}

function removeLeftovers(memory: string) {
  for (const name of readdirSync(memory)) {
    const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length)) : 0
    if (pid > 0 && !isAlive(pid)) rmSync(join(memory, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function canRunPrograms(directory: string): boolean {
  const program = join(directory, 'program')
  writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}
