import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'

/**
 * Where a process number names one process and no other: this run of this machine, and in it this container. A host name
 * does not say so much: two containers can have the same, each with a process 1. Null where it cannot be told.
 */
export const PROCESS_NAMESPACE = readProcessNamespace()

function readProcessNamespace(): string | null {
  try {
    const namespace = process.platform === 'darwin'
      ? execFileSync('sysctl', ['-n', 'kern.bootsessionuuid'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      : readFileSync('/proc/sys/kernel/random/boot_id', 'utf8') + readlinkSync('/proc/self/ns/pid')
    return createHash('sha256').update(namespace).digest('hex').slice(0, 16)
  } catch {
    return null
  }
}
