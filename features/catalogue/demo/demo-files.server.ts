import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { wholeWithin } from '#shop/text/number-fields.ts'
import { PICTURE_FORMATS } from '#shop/picture-key.ts'
import type { PictureFormat } from '#shop/picture-key.ts'
import { PIPELINE_SETTINGS } from '#features/pictures/picture-pipeline.server.ts'

export const DEMO_FOLDER = join(import.meta.dirname, '../../..', 'demo')
/** Higher than for uploads, because demo pictures are encoded in advance. */
export const DEMO_AVIF_EFFORT = 4

/** Pixels. */
const MAX_SIDE = 100_000
const MAX_POSITION = 10_000
const manifestShape = z.object({
  settings: z.string(),
  pictures: z.record(
    z.string(),
    z.object({
      original: z.string(),
      width: wholeWithin(1, MAX_SIDE),
      height: wholeWithin(1, MAX_SIDE),
      widths: z.array(wholeWithin(1, MAX_SIDE)),
      placeholder: z.string().nullable(),
    }),
  ),
})
export type DemoManifest = z.infer<typeof manifestShape>
export type DemoPicture = DemoManifest['pictures'][string]

export const sha256Hex = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')
export const settingsDigest = () => sha256Hex(JSON.stringify({ PIPELINE_SETTINGS, DEMO_AVIF_EFFORT }))

export const manifestPath = (folder = DEMO_FOLDER) => join(folder, 'pictures', 'manifest.json')
export const readManifest = async (folder = DEMO_FOLDER): Promise<DemoManifest> =>
  manifestShape.parse(JSON.parse(await readFile(manifestPath(folder), 'utf8')))

export async function listOriginalNames(folder = DEMO_FOLDER): Promise<string[]> {
  const kinds = ['categories', 'products']
  const names = await Promise.all(
    kinds.map(async (kind) => (await readdir(join(folder, 'originals', kind))).map((file) => `${kind}/${file}`)),
  )
  return names.flat().filter((name) => name.endsWith('.webp')).map((name) => name.slice(0, -'.webp'.length)).sort()
}

export const originalPath = (name: string, folder = DEMO_FOLDER) => join(folder, 'originals', `${name}.webp`)
export const preparedPath = (name: string, width: number, format: PictureFormat, folder = DEMO_FOLDER) =>
  join(folder, 'pictures', `${name}@${width}.${format}`)

export const preparedFilesOf = (name: string, { widths }: DemoPicture, folder = DEMO_FOLDER) =>
  widths.flatMap((width) =>
    PICTURE_FORMATS.map((format) => ({ width, format, path: preparedPath(name, width, format, folder) })),
  )

const named = z.looseObject({ name: z.string(), slug: z.string() })
const catalogueShape = z.object({
  categories: z.array(named.extend({ position: wholeWithin(0, MAX_POSITION) })),
  products: z.array(named.extend({ category: z.string() })),
})
export type DemoCatalogue = z.infer<typeof catalogueShape>
export type DemoProduct = DemoCatalogue['products'][number]

export const readDemoCatalogue = async (folder = DEMO_FOLDER): Promise<DemoCatalogue> =>
  catalogueShape.parse(JSON.parse(await readFile(join(folder, 'catalogue.json'), 'utf8')))
