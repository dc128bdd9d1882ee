import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import {
  modules,
  ownNode,
  Problem,
  read,
  root,
  run,
  thisPlatform,
  tryWrite,
  unwritable,
} from './environment.mjs'

const OLDEST_NODE_FOR_THE_SHOP = [24, 7]
const ATTEMPTS = 2
const stamp = join(modules, '.installed')

const NPM_OPTIONS = [
  '--ignore-scripts',
  '--include=optional',
  '--engine-strict=false',
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
  // By default npm retries for over a minute without a network.
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=5000',
]

export const lockfileHash = () => {
  const files = ['package-lock.json', 'package.json'].map((name) => read(join(root, name)) ?? '')
  return createHash('sha256').update(files.join('\n')).digest('hex')
}

/** Packages installed for tests also suffice for a start, but not vice versa. */
export function isInstalled(isForTests) {
  const { lockfile, platform, isComplete } = JSON.parse(read(stamp) ?? '{}')
  const isStamped = lockfile === lockfileHash() && platform === thisPlatform && (isComplete || !isForTests)
  return isStamped ? requiredPaths(isComplete).every(isPresent) : isInstalledByNpm(isForTests)
}

/** Accepts packages that were installed by `npm ci`. */
function isInstalledByNpm(isForTests) {
  const installed = JSON.parse(read(join(modules, '.package-lock.json')) ?? '{}').packages
  if (!installed) return false
  const lock = lockedPackages()
  const agrees = (withDev) =>
    requiredPaths(withDev).every(
      (path) => installed[path]?.integrity === lock[path].integrity && isPresent(path),
    )
  const isComplete = agrees(true)
  if (!isComplete && (isForTests || !agrees(false))) return false
  writeStamp(isComplete)
  return true
}

export async function install(isForTests) {
  console.log(isForTests ? 'Installing packages, with those for the tests …' : 'Installing packages …')
  for (let attempt = 1; ; attempt++) {
    rmSync(stamp, { force: true })
    const { code, output } = await runNpm(['ci', isForTests ? '--include=dev' : '--omit=dev'])
    if (code === 0) break
    const known = explain(output)
    if (known) throw new Problem(known)
    if (attempt === ATTEMPTS)
      throw new Problem(`${output.trim()}\nThe packages could not be installed; npm says why above.`)
    // Leftovers of an interrupted install can make npm fail.
    rmSync(modules, { recursive: true, force: true })
  }
  const missing = requiredPaths(isForTests).filter((path) => !isPresent(path))
  if (missing.length > 0) {
    throw new Problem(
      `npm left out ${missing.join(', ')}. Check the network, remove node_modules and start again.`,
    )
  }
  useNodeThatRuns()
  writeStamp(isForTests)
}

function writeStamp(isComplete) {
  mkdirSync(modules, { recursive: true })
  tryWrite(stamp, JSON.stringify({ lockfile: lockfileHash(), platform: thisPlatform, isComplete }))
}

const lockedPackages = () => JSON.parse(read(join(root, 'package-lock.json')) ?? '{}').packages ?? {}
const isPresent = (path) => existsSync(join(root, path, 'package.json'))

/** Paths of the packages that this machine needs. npm silently skips an optional one that it cannot fetch. */
function requiredPaths(withDev) {
  return Object.entries(lockedPackages())
    .filter(([path, { optional, devOptional, dev, link, ...conditions }]) => {
      if (!path.startsWith('node_modules/') || link || devOptional || (dev && !withDev)) return false
      return !optional || isForThisMachine(conditions)
    })
    .map(([path]) => path)
}

const includesValue = (list, value) => [list].flat().includes(value)

function isForThisMachine({ os, cpu, libc }) {
  if (!os || !cpu || !includesValue(os, process.platform) || !includesValue(cpu, process.arch)) return false
  return !libc || includesValue(libc, thisLibc())
}

let libc
/** Cached, because the process report is slow. */
function thisLibc() {
  libc ??= process.report?.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
  return libc
}

/** Removes the packaged Node if it does not run here; then the machine's own must be new enough. */
function useNodeThatRuns() {
  if (existsSync(ownNode) && spawnSync(ownNode, ['--version']).status === 0) return
  const [major, minor] = process.versions.node.split('.').map(Number)
  const [oldestMajor, oldestMinor] = OLDEST_NODE_FOR_THE_SHOP
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
    throw new Problem(
      `The shop brings no Node that runs on ${thisPlatform}, and this machine's Node ${process.versions.node} is too old. Install Node ${OLDEST_NODE_FOR_THE_SHOP.join('.')} or newer.`,
    )
  }
  rmSync(ownNode, { force: true })
}

/** Prefers the npm that runs this script, because PATH may have none. */
function runNpm(args) {
  const { npm_execpath: cli = '', npm_node_execpath: node = process.execPath } = process.env
  const isNpm = /npm-cli\.c?js$/.test(cli) && existsSync(cli) && existsSync(node)
  const command = isNpm ? [node, cli] : [process.platform === 'win32' ? 'npm.cmd' : 'npm']
  return run([...command, ...args, ...NPM_OPTIONS], { env: environmentForNpm() })
}

/** Removes npm's script variables, which would affect the nested npm, except those about registry, proxy and cache. */
function environmentForNpm() {
  const keptVariables =
    /^npm_config_(registry|cafile|userconfig|cache|proxy|https_proxy|noproxy|strict_ssl|fetch_retries)$/i
  const entries = Object.entries(process.env).filter(
    ([name]) => !/^npm_/i.test(name) || keptVariables.test(name),
  )
  const folders = (process.env.PATH ?? '').split(delimiter)
  const path = folders.filter((folder) => !folder.endsWith(join('node_modules', '.bin'))).join(delimiter)
  return { ...Object.fromEntries(entries), PATH: path }
}

function explain(output) {
  if (/^npm(\.cmd)?: .*ENOENT/m.test(output))
    return 'npm was not found. Install it (it comes with Node) and start again.'
  if (
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET|ENOTCACHED/.test(output)
  ) {
    return "The packages could not be fetched. Check the network (or npm's registry setting) and start again."
  }
  if (/ENOSPC/.test(output)) return 'The disk is full. Make room and start again.'
  if (/EACCES|EPERM|EROFS/.test(output)) return unwritable()
  if (/EUSAGE/.test(output))
    return 'package-lock.json does not fit package.json. Restore both from git and start again.'
  return null
}
