import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { DEMO_FOLDER, sha256Hex } from '#features/catalogue/demo/demo-files.server.ts'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'app', 'public', 'story')
const MODULE = join(ROOT, 'features', 'content', 'about', 'story-images.ts')

const categoryCrop = (slug: string) => ({
  original: `categories/${slug}.webp`,
  area: { left: 20, top: 40, width: 960, height: 960 },
  widths: [320, 640],
})
const PICTURES = {
  table: {
    original: 'hero.webp',
    area: { left: 600, top: 110, width: 790, height: 860 },
    widths: [480, 800],
  },
  coast: categoryCrop('coconut-pantry'),
  foothills: categoryCrop('snacks-sweets'),
  slopes: categoryCrop('tea-coffee'),
  plateau: categoryCrop('whole-spices'),
}

await rm(FOLDER, { recursive: true, force: true })
await mkdir(FOLDER, { recursive: true })
const entries = []
for (const [name, { original, area, widths }] of Object.entries(PICTURES)) {
  const picture = sharp(join(DEMO_FOLDER, 'originals', original)).extract(area)
  const write = async (width: number, format: 'avif' | 'webp') => {
    const resized = picture.clone().resize(width)
    const bytes = await (
      format === 'avif' ? resized.avif({ quality: 50, effort: 5 }) : resized.webp({ quality: 74, effort: 6 })
    ).toBuffer()
    const file = `${name}-${width}-${sha256Hex(bytes).slice(0, 10)}.${format}`
    await writeFile(join(FOLDER, file), bytes)
    return { set: `/story/${file} ${width}w`, url: `/story/${file}` }
  }
  const avif = await Promise.all(widths.map((width) => write(width, 'avif')))
  const webp = await Promise.all(widths.map((width) => write(width, 'webp')))
  const [width, height] = [widths.at(-1)!, Math.round((widths.at(-1)! * area.height) / area.width)]
  const lines = [
    `    width: ${width},`,
    `    height: ${height},`,
    `    src: '${webp[0]!.url}',`,
    `    avif: '${avif.map(({ set }) => set).join(', ')}',`,
    `    webp: '${webp.map(({ set }) => set).join(', ')}',`,
  ]
  entries.push(`  ${name}: {\n${lines.join('\n')}\n  },`)
}
await writeFile(
  MODULE,
  `/** Written by scripts/pictures/generate-story-pictures.ts: the pictures of 'Our Story' in their widths. */\nexport const storyImages = {\n${entries.join('\n')}\n} as const\n`,
)
