import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { DEMO_FOLDER, sha256Hex } from '#features/catalogue/demo/demo-files.server.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Static files with a digest in each name, so that browsers cache them as immutable. */
const HERO_FOLDER = join(ROOT, 'app', 'public', 'hero')
const HERO_MODULE = join(ROOT, 'features', 'catalogue', 'home', 'hero-images.ts')

/**
 * `wide` leaves space on the left for the headline. `phone` is cropped to the products and compressed so that 750 px fit
 * into 14.6 kB, the initial congestion window.
 */
const CROPS = {
  wide: { left: 0, top: 0, width: 1920, height: 1080, widths: [960, 1440, 1920], quality: 48 },
  phone: { left: 570, top: 100, width: 1350, height: 900, widths: [480, 750, 1080], quality: 40 },
}
const ENCODE = {
  avif: (picture: Sharp, quality: number) => picture.avif({ quality, effort: 9 }),
  webp: (picture: Sharp) => picture.webp({ quality: 74, effort: 6, smartSubsample: true }),
}

export async function generateHeroPictures() {
  const original = join(DEMO_FOLDER, 'originals', 'hero.webp')
  await rm(HERO_FOLDER, { recursive: true, force: true })
  await mkdir(HERO_FOLDER, { recursive: true })
  const pictures = []
  for (const [name, { widths, quality, ...area }] of Object.entries(CROPS)) {
    const sources = []
    for (const [format, encode] of Object.entries(ENCODE)) {
      const files = []
      for (const width of widths) {
        const bytes = await encode(sharp(original).extract(area).resize(width), quality).toBuffer()
        const file = `hero-${name}-${width}-${sha256Hex(bytes).slice(0, 10)}.${format}`
        await writeFile(join(HERO_FOLDER, file), bytes)
        files.push({ width, url: `/hero/${file}` })
      }
      sources.push({ format, files })
    }
    const largest = Math.max(...widths)
    pictures.push({ name, width: largest, height: Math.round((largest * area.height) / area.width), sources })
  }
  await writeFile(HERO_MODULE, moduleText(pictures))
  console.log((await readdir(HERO_FOLDER)).join('\n'))
}

type HeroPicture = {
  name: string
  width: number
  height: number
  sources: { format: string; files: { width: number; url: string }[] }[]
}

function moduleText(pictures: HeroPicture[]) {
  const entries = pictures.map(({ name, width, height, sources }) => {
    const sets = sources.map(({ format, files }) => {
      const lines = files.map((file) => `      '${file.url} ${file.width}w',`).join('\n')
      return `    ${format}: [\n${lines}\n    ].join(', '),`
    })
    const fallback = sources.find(({ format }) => format === 'webp')!.files[1]!.url
    return `  ${name}: {\n    width: ${width},\n    height: ${height},\n    src: '${fallback}',\n${sets.join('\n')}\n  },`
  })
  return `/** Written by scripts/pictures/generate-demo-pictures.ts: srcset of the home page's large picture, by crop and format. */
export const heroImages = {\n${entries.join('\n')}\n} as const\n`
}
