import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const KNOWN_PATHS = [
  // Draws the same without a window; the tests take half as long.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const INSTALL = 'apt-get install -y -qq --no-install-recommends fonts-liberation'

/** Path of Chromium for the browser tests: CHROMIUM_PATH, an installed one, or installed now by apt if possible. */
export function findChromium(): string {
  const path = findExecutable()
  if (!hasFallbackFont()) {
    if (canInstall()) runAsRoot(`apt-get update -qq && ${INSTALL}`)
    else console.warn('Install Liberation Sans or Arial (fonts-liberation), or tests of the layout fail.')
  }
  return path
}

/** The fallback of the web fonts has the metrics of this one, so that no line moves when they are loaded. */
function hasFallbackFont(): boolean {
  if (process.platform !== 'linux') return true
  try {
    return /Liberation Sans|Arial/.test(execFileSync('sh', ['-c', 'fc-list'], { encoding: 'utf8' }))
  } catch {
    return true
  }
}

function runAsRoot(script: string) {
  spawnSync('sh', ['-c', script], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

function findExecutable(): string {
  const configured = process.env['CHROMIUM_PATH']
  if (configured) {
    if (existsSync(configured)) return configured
    throw new Error(`CHROMIUM_PATH names ${configured}, and there is no such file.`)
  }
  const installed = KNOWN_PATHS.find(existsSync)
  if (installed) return installed
  if (canInstall()) {
    console.log('Installing Chromium from the system’s packages for the browser tests.')
    runAsRoot(`apt-get update -qq && (${INSTALL} chromium-headless-shell || ${INSTALL} chromium)`)
    const justInstalled = KNOWN_PATHS.find(existsSync)
    if (justInstalled) return justInstalled
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
