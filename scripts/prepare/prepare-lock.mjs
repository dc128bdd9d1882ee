import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

const REFRESH_INTERVAL_MS = 5_000
/** Without a refresh for this long the holder is dead, even if its PID is in use. */
const STALE_AFTER_MS = 30_000
const RETRY_INTERVAL_MS = 250

/** Lets one start at a time install and build. Resolves to the release function. */
export async function holdLock(folder) {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'prepare.lock')
  for (let hasReported = false; !acquire(path);) {
    if (isAbandoned(path)) {
      removeStale(path)
      continue
    }
    if (!hasReported) console.log('Another start is installing or building; waiting for it …')
    hasReported = true
    await new Promise((resolve) => setTimeout(resolve, RETRY_INTERVAL_MS))
  }
  const refresh = setInterval(() => touch(path), REFRESH_INTERVAL_MS)
  const release = () => {
    clearInterval(refresh)
    rmSync(path, { force: true })
  }
  process.once('exit', release)
  return release
}

function acquire(path) {
  try {
    const file = openSync(path, 'wx')
    writeSync(file, String(process.pid))
    closeSync(file)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  }
}

function isAbandoned(path) {
  try {
    if (Date.now() - statSync(path).mtimeMs > STALE_AFTER_MS) return true
    const pid = Number(readFileSync(path, 'utf8'))
    return pid > 0 && !isAlive(pid)
  } catch {
    return false
  }
}

/** Zombies count as dead, because some containers never reap them. */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
  try {
    return !/^\d+ \(.*\) [ZX] /s.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return true
  }
}

/** Renames before removing, so that only one of several waiting starts succeeds. */
function removeStale(path) {
  const renamedPath = `${path}.${process.pid}`
  try {
    renameSync(path, renamedPath)
    rmSync(renamedPath, { force: true })
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

function touch(path) {
  const now = new Date()
  try {
    utimesSync(path, now, now)
  } catch {
    // Another start removed the lock as stale, which at worst repeats the work.
  }
}
