/**
 * Generates the demo pictures with the upload pipeline, so that a first start only copies them. Run it after changes of
 * demo/originals or the pipeline: `node scripts/pictures/generate-demo-pictures.ts`, and commit the result.
 */
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { preparePicture } from '#features/pictures/picture-pipeline.server.ts'
import {
  DEMO_AVIF_EFFORT,
  DEMO_FOLDER,
  sha256Hex,
  manifestPath,
  listOriginalNames,
  originalPath,
  preparedFilesOf,
  preparedPath,
  readManifest,
  settingsDigest,
} from '#features/catalogue/demo/demo-files.server.ts'
import type { DemoManifest, DemoPicture } from '#features/catalogue/demo/demo-files.server.ts'
import { generateHeroPictures } from './generate-hero-pictures.ts'

const previousManifest: DemoManifest = await readManifest().catch(() => ({ settings: '', pictures: {} }))
const settings = settingsDigest()
const pictures: DemoManifest['pictures'] = {}
const names = await listOriginalNames()

for (const name of names) {
  const bytes = await readFile(originalPath(name))
  const original = sha256Hex(bytes)
  const previous = previousManifest.pictures[name]
  const isCurrent =
    previousManifest.settings === settings && previous?.original === original && isComplete(name, previous)
  pictures[name] = isCurrent ? previous : await generatePicture(name, bytes, original)
  console.log(`${isCurrent ? 'kept' : 'made'} ${name}`)
}
await removeUnusedFiles()
await writeFile(manifestPath(), `${JSON.stringify({ settings, pictures }, null, 1)}\n`)
await generateHeroPictures()

function isComplete(name: string, picture: DemoPicture) {
  return preparedFilesOf(name, picture).every(({ path }) => existsSync(path))
}

async function generatePicture(name: string, bytes: Uint8Array, original: string): Promise<DemoPicture> {
  const prepared = await preparePicture(bytes, { avifEffort: DEMO_AVIF_EFFORT })
  if (!prepared.ok)
    throw new Error(`demo/originals/${name}.webp was refused: ${prepared.refusal.code}. Replace the file.`)
  const { width, height, widths, placeholder, files } = prepared.value
  for (const file of files) {
    const path = preparedPath(name, file.width, file.format)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, file.bytes)
  }
  return { original, width, height, widths, placeholder }
}

async function removeUnusedFiles() {
  const wanted = new Set(
    names.flatMap((name) => preparedFilesOf(name, pictures[name]!).map(({ path }) => path)),
  )
  for (const kind of ['categories', 'products']) {
    const folder = join(DEMO_FOLDER, 'pictures', kind)
    for (const file of await readdir(folder)) {
      if (!wanted.has(join(folder, file))) await rm(join(folder, file))
    }
  }
}
