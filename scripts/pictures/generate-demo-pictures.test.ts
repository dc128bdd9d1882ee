import { readFile, stat } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import {
  sha256Hex,
  listOriginalNames,
  originalPath,
  preparedFilesOf,
  readDemoCatalogue,
  readManifest,
  settingsDigest,
} from '#features/catalogue/demo/demo-files.server.ts'

const REMEDY = 'Run node scripts/pictures/generate-demo-pictures.ts and commit what it made.'
const MEGABYTE = 1024 * 1024

describe('The prepared pictures of the demo', () => {
  test('match the current pipeline settings and originals', async () => {
    const manifest = await readManifest()
    expect([manifest.settings, REMEDY]).toEqual([settingsDigest(), REMEDY])
    const names = await listOriginalNames()
    expect([...Object.keys(manifest.pictures).sort(), REMEDY]).toEqual([...names, REMEDY])
    for (const name of names) {
      const original = sha256Hex(await readFile(originalPath(name)))
      expect([name, manifest.pictures[name]!.original, REMEDY]).toEqual([name, original, REMEDY])
    }
  })

  test('every file of the manifest exists, and the total size is limited', async () => {
    const { pictures } = await readManifest()
    const files = Object.entries(pictures).flatMap(([name, picture]) => preparedFilesOf(name, picture))
    const sizes = await Promise.all(files.map(async ({ path }) => (await stat(path)).size))
    expect(sizes.every((size) => size > 100)).toBe(true)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(8 * MEGABYTE)
  })

  test('every product and category of the catalogue has a picture', async () => {
    const { products, categories } = await readDemoCatalogue()
    const { pictures } = await readManifest()
    const wanted = [
      ...products.map(({ slug }) => `products/${slug}`),
      ...categories.map(({ slug }) => `categories/${slug}`),
    ]
    expect(wanted.filter((name) => !pictures[name])).toEqual([])
  })
})
