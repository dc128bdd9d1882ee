import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'

/** Identifies the boot and container in which a PID is unique; two containers can share a host name. Null if unknown. */
export const PROCESS_NAMESPACE = readProcessNamespace()

function readProcessNamespace(): string | null {
  try {
    const namespace =
      process.platform === 'darwin'
        ? execFileSync('sysctl', ['-n', 'kern.bootsessionuuid'], {
            encoding: 'utf8',
            stdio: ['ignore', 'pipe', 'ignore'],
          })
        : readFileSync('/proc/sys/kernel/random/boot_id', 'utf8') + readlinkSync('/proc/self/ns/pid')
    return createHash('sha256').update(namespace).digest('hex').slice(0, 16)
  } catch {
    return null
  }
}
