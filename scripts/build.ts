import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { BUILD_TARGET } from '#app/supported-browsers.ts'

const COMPRESSED = new Set(['.js', '.css', '.svg', '.webmanifest', '.txt'])
const BUILD_FOLDER = 'dist.fresh'
const root = join(import.meta.dirname, '..')

process.chdir(root)
process.env['NODE_ENV'] = 'production'
await rm(BUILD_FOLDER, { recursive: true, force: true })
await build({ logLevel: 'warn', build: { outDir: `${BUILD_FOLDER}/browser`, emptyOutDir: true } })
await build({ logLevel: 'warn', build: { ssr: true, outDir: `${BUILD_FOLDER}/renderer`, emptyOutDir: true } })
for (const name of ['before-paint', 'page-start']) await buildInlineScript(name)
await compressAll(`${BUILD_FOLDER}/browser`)
// Replaces the old build only once the new one is complete.
await rm('dist', { recursive: true, force: true })
await rename(BUILD_FOLDER, 'dist')

/** A classic script without imports, which the server inlines into each document. */
async function buildInlineScript(name: string) {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: `${BUILD_FOLDER}/inline`,
      emptyOutDir: false,
      target: BUILD_TARGET,
      lib: {
        entry: `kit/page-start/${name}.ts`,
        formats: ['iife'],
        name: 'inline',
        fileName: () => `${name}.js`,
      },
    },
  })
}

async function compressAll(folder: string) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !COMPRESSED.has(extname(entry.name))) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path)
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
    await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, quality))
    await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
  }
}
