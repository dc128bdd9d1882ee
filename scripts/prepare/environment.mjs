import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
export const modules = join(root, 'node_modules')
/** The Node that comes with the packages. */
export const ownNode = join(modules, '.bin', 'node')
export const thisPlatform = `${process.platform}-${process.arch}`

/** A line for the person who started the shop: what is wrong and what to do. */
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

/** Where nothing can be written, as in a prepared image, the work is merely found done again next time. */
export function tryWrite(path, text) {
  try {
    writeFileSync(path, text)
  } catch (error) {
    if (!isForbidden(error)) throw error
  }
}

/** Silent while all is well; the whole output is kept for the moment when it is not. */
export function run([command, ...args], options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    const passOn = (signal) => child.kill(signal)
    process.on('SIGINT', passOn).on('SIGTERM', passOn)
    child.on('error', (error) => (output += `${command}: ${error.message}`))
    child.on('close', (code, signal) => {
      process.off('SIGINT', passOn).off('SIGTERM', passOn)
      if (signal) process.exit(130)
      resolve({ code: code ?? 1, output })
    })
  })
}
