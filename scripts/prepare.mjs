/**
 * Runs before `npm start` and `npm test` on any Node version, so it is plain JavaScript without packages: installs
 * packages and builds the site, each only if something has changed.
 */
import { join } from 'node:path'
import { build, isBuilt } from './prepare/build.mjs'
import { install, isInstalled } from './prepare/install.mjs'
import { holdLock } from './prepare/prepare-lock.mjs'
import { isForbidden, Problem, root, unwritable } from './prepare/environment.mjs'

const OLDEST_NODE_FOR_THIS_SCRIPT = 18
const isForTests = process.argv[2] === 'test'

try {
  await prepare()
} catch (error) {
  console.error(error instanceof Problem ? error.message : isForbidden(error) ? unwritable() : error)
  process.exitCode = 1
}

async function prepare() {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE_FOR_THIS_SCRIPT) {
    throw new Problem(
      `Node ${process.versions.node} is too old. Install Node ${OLDEST_NODE_FOR_THIS_SCRIPT} or newer and start again.`,
    )
  }
  if (isInstalled(isForTests) && isBuilt()) return
  const release = await holdLock(join(root, '.cache'))
  try {
    if (!isInstalled(isForTests)) await install(isForTests)
    if (!isBuilt()) await build()
  } finally {
    release()
  }
}
