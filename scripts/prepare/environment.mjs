import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
export const modules = join(root, 'node_modules')
/** The Node binary that is installed as a package. */
export const ownNode = join(modules, '.bin', 'node')
export const thisPlatform = `${process.platform}-${process.arch}`

/** An error whose message tells the operator what to do; printed without a stack. */
export class Problem extends Error {}

export const isForbidden = (error) => ['EACCES', 'EPERM', 'EROFS'].includes(error.code)

export const unwritable = () =>
  `The folder ${root} cannot be written by this user. Start the shop as its owner, or hand it over: chown -R "$(id -un)" "${root}"`

export function read(path) {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return null
  }
}

/** Ignores a read-only directory, as in a container image: the stamp is then missing and the step is checked again. */
export function tryWrite(path, text) {
  try {
    writeFileSync(path, text)
  } catch (error) {
    if (!isForbidden(error)) throw error
  }
}

export function run([command, ...args], options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    const forwardSignal = (signal) => child.kill(signal)
    process.on('SIGINT', forwardSignal).on('SIGTERM', forwardSignal)
    child.on('error', (error) => (output += `${command}: ${error.message}`))
    child.on('close', (code, signal) => {
      process.off('SIGINT', forwardSignal).off('SIGTERM', forwardSignal)
      if (signal) process.exit(130)
      resolve({ code: code ?? 1, output })
    })
  })
}
