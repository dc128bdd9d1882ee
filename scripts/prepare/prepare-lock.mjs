import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const REFRESH_MILLISECONDS = 5_000
/** A holder that has not been heard of for so long is gone, whatever process has its number by now. */
const GONE_AFTER_MILLISECONDS = 30_000
const LOOK_AGAIN_MILLISECONDS = 250

/** Lets one start at a time install and build; a second one waits for it. Resolves to the function that lets go. */
export async function holdLock(folder) {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'prepare.lock')
  for (let hasTold = false; !take(path); ) {
    if (isAbandoned(path)) {
      setAside(path)
      continue
    }
    if (!hasTold) console.log('Another start is installing or building; waiting for it …')
    hasTold = true
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MILLISECONDS))
  }
  const refresh = setInterval(() => touch(path), REFRESH_MILLISECONDS)
  const release = () => {
    clearInterval(refresh)
    rmSync(path, { force: true })
  }
  process.once('exit', release)
  return release
}

function take(path) {
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
    if (Date.now() - statSync(path).mtimeMs > GONE_AFTER_MILLISECONDS) return true
    const pid = Number(readFileSync(path, 'utf8'))
    return pid > 0 && !isAlive(pid)
  } catch {
    return false
  }
}

/** A process that was killed but not yet collected by its parent is dead for us: some containers never collect. */
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

/** Renamed and not removed at once: of two that find it abandoned, one alone succeeds. */
function setAside(path) {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
    rmSync(aside, { force: true })
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

function touch(path) {
  const now = new Date()
  try {
    utimesSync(path, now, now)
  } catch {
    // Somebody took it for abandoned, which does no more than repeat the work.
  }
}
