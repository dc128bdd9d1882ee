import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const KNOWN_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The Chromium that the browser tests drive: named by CHROMIUM_PATH, installed, or installed now where that is possible. */
export function findChromium(): string {
  const named = process.env['CHROMIUM_PATH']
  if (named) {
    if (existsSync(named)) return named
    throw new Error(`CHROMIUM_PATH names ${named}, and there is no such file.`)
  }
  const installed = KNOWN_PATHS.find(existsSync)
  if (installed) return installed
  if (canInstall()) {
    console.log('Installing Chromium from the system’s packages for the browser tests.')
    const install = 'apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-liberation'
    spawnSync('sh', ['-c', install], { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    const fresh = KNOWN_PATHS.find(existsSync)
    if (fresh) return fresh
  }
  throw new Error(
    'The browser tests need Chromium or Chrome. Install one (on Debian or Ubuntu: apt-get install chromium), ' +
      'or set CHROMIUM_PATH to the one you have, and run npm test again.',
  )
}

function canInstall() {
  if (process.getuid?.() !== 0) return false
  try {
    execFileSync('sh', ['-c', 'command -v apt-get'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
