import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { modules, ownNode, Problem, read, root, run, thisPlatform, tryWrite, unwritable } from './environment.mjs'

const OLDEST_NODE_FOR_THE_SHOP = [24, 7]
const ATTEMPTS = 2
const stamp = join(modules, '.installed')

/** What npm has to do its work with: its own settings, and nothing that asks or advertises. */
const NPM_OPTIONS = [
  '--ignore-scripts', '--include=optional', '--engine-strict=false',
  '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error',
  // npm would wait over a minute before it says that there is no network.
  '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000',
]

export const lockfileHash = () => {
  const files = ['package-lock.json', 'package.json'].map((name) => read(join(root, name)) ?? '')
  return createHash('sha256').update(files.join('\n')).digest('hex')
}

/** The packages of a test run serve a start as well, but not the other way round. */
export function isInstalled(isForTests) {
  const { lockfile, platform, isComplete } = JSON.parse(read(stamp) ?? '{}')
  const isStamped = lockfile === lockfileHash() && platform === thisPlatform && (isComplete || !isForTests)
  return isStamped ? placesNeeded(isComplete).every(isThere) : isInstalledByHand(isForTests)
}

/** So that `npm ci && npm test` installs once. */
function isInstalledByHand(isForTests) {
  const installed = JSON.parse(read(join(modules, '.package-lock.json')) ?? '{}').packages
  if (!installed) return false
  const lock = lockedPackages()
  const agrees = (withDev) =>
    placesNeeded(withDev).every((place) => installed[place]?.integrity === lock[place].integrity && isThere(place))
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
    if (attempt === ATTEMPTS) throw new Problem(`${output.trim()}\nThe packages could not be installed; npm says why above.`)
    // Leftovers of an interrupted install can trip npm up; without them it starts afresh.
    rmSync(modules, { recursive: true, force: true })
  }
  const missing = placesNeeded(isForTests).filter((place) => !isThere(place))
  if (missing.length > 0) {
    throw new Problem(`npm left out ${missing.join(', ')}. Check the network, remove node_modules and start again.`)
  }
  useNodeThatRuns()
  writeStamp(isForTests)
}

function writeStamp(isComplete) {
  mkdirSync(modules, { recursive: true })
  tryWrite(stamp, JSON.stringify({ lockfile: lockfileHash(), platform: thisPlatform, isComplete }))
}

const lockedPackages = () => JSON.parse(read(join(root, 'package-lock.json')) ?? '{}').packages ?? {}
const isThere = (place) => existsSync(join(root, place, 'package.json'))

/** Where packages must stand on this machine: npm passes over an optional one that it cannot fetch without a word. */
function placesNeeded(withDev) {
  return Object.entries(lockedPackages())
    .filter(([place, { optional, devOptional, dev, link, ...one }]) => {
      if (!place.startsWith('node_modules/') || link || devOptional || (dev && !withDev)) return false
      return !optional || isForThisMachine(one)
    })
    .map(([place]) => place)
}

const names = (list, value) => [list].flat().includes(value)

function isForThisMachine({ os, cpu, libc }) {
  if (!os || !cpu || !names(os, process.platform) || !names(cpu, process.arch)) return false
  return !libc || names(libc, thisLibc())
}

let libc
/** Asked once: the report it stands in takes a while to make. */
function thisLibc() {
  libc ??= process.report?.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
  return libc
}

/** The shop's own Node comes with the packages; where it does not run, the machine's own must be new enough. */
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

/** The npm that runs us, when one does: it is there and works, which the PATH alone does not promise. */
function runNpm(args) {
  const { npm_execpath: cli = '', npm_node_execpath: node = process.execPath } = process.env
  const isNpm = /npm-cli\.c?js$/.test(cli) && existsSync(cli) && existsSync(node)
  const command = isNpm ? [node, cli] : [process.platform === 'win32' ? 'npm.cmd' : 'npm']
  return run([...command, ...args, ...NPM_OPTIONS], { env: environmentForNpm() })
}

/** What npm tells its scripts must not steer the npm that they start, but where packages come from must stay. */
function environmentForNpm() {
  const kept = /^npm_config_(registry|cafile|userconfig|cache|proxy|https_proxy|noproxy|strict_ssl|fetch_retries)$/i
  const entries = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) || kept.test(name))
  const folders = (process.env.PATH ?? '').split(delimiter)
  const path = folders.filter((folder) => !folder.endsWith(join('node_modules', '.bin'))).join(delimiter)
  return { ...Object.fromEntries(entries), PATH: path }
}

/** The causes that a person can do something about; null leaves npm its own words. */
function explain(output) {
  if (/^npm(\.cmd)?: .*ENOENT/m.test(output)) return 'npm was not found. Install it (it comes with Node) and start again.'
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET|ENOTCACHED/.test(output)) {
    return "The packages could not be fetched. Check the network (or npm's registry setting) and start again."
  }
  if (/ENOSPC/.test(output)) return 'The disk is full. Make room and start again.'
  if (/EACCES|EPERM|EROFS/.test(output)) return unwritable()
  if (/EUSAGE/.test(output)) return 'package-lock.json does not fit package.json. Restore both from git and start again.'
  return null
}
