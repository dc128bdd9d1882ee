import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { lockfileHash } from './install.mjs'
import { ownNode, Problem, read, root, run, tryWrite } from './environment.mjs'

const stamp = join(root, 'dist', '.built')
const SOURCES = { folders: ['app', 'features', 'kit', 'shop'], files: ['vite.config.ts', 'scripts/build.ts'] }

export const isBuilt = () => read(stamp) === sourcesHash()

/** Writes the stamp last, so that an interrupted build is repeated. */
export async function build() {
  console.log('Building the site …')
  const hash = sourcesHash()
  const node = existsSync(ownNode) ? ownNode : process.execPath
  const { code, output } = await run([node, join(root, 'scripts', 'build.ts')], {
    env: { ...process.env, NO_COLOR: '1' },
  })
  if (code !== 0) throw new Problem(`${output.trim()}\nThe site could not be built; see the output above.`)
  mkdirSync(dirname(stamp), { recursive: true })
  tryWrite(stamp, hash)
}

function sourcesHash() {
  const hash = createHash('sha256').update(lockfileHash())
  const add = (path) => hash.update(`${path}\n`).update(read(join(root, path)) ?? '')
  SOURCES.files.forEach(add)
  for (const folder of SOURCES.folders) walk(folder, add)
  return hash.digest('hex')
}

function walk(folder, visit) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) walk(path, visit)
    else if (!/\.test\.tsx?$|\.sql$/.test(path)) visit(path)
  }
}
