/**
 * Generates the drawings for shops without demonstration identity, and the modules that name them. Run it after changes of
 * neutral-drawings.ts: `node scripts/pictures/generate-neutral-pictures.ts`, and commit the result.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256Hex } from '#features/catalogue/demo/demo-files.server.ts'
import { archesDrawing, twigDrawing } from './neutral-drawings.ts'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'app', 'public', 'drawn')

const SIZES = {
  wide: { width: 1920, height: 1080 },
  phone: { width: 1080, height: 720 },
  story: { width: 800, height: 871 },
}

/** Writes a drawing with a digest in its name; returns the attributes of an `<img>`. */
async function writeDrawing(name: keyof typeof SIZES, svg: string) {
  const { width, height } = SIZES[name]
  const file = `${name}-${sha256Hex(Buffer.from(svg)).slice(0, 10)}.svg`
  await writeFile(join(FOLDER, file), svg)
  return `{ width: ${width}, height: ${height}, src: '/drawn/${file}' }`
}

await rm(FOLDER, { recursive: true, force: true })
await mkdir(FOLDER, { recursive: true })
const wide = await writeDrawing('wide', archesDrawing({ ...SIZES.wide, floor: 890, x: 1370, scale: 0.84 }))
const phone = await writeDrawing('phone', archesDrawing({ ...SIZES.phone, floor: 630, x: 540, scale: 0.92 }))
const story = await writeDrawing('story', twigDrawing(SIZES.story))
const GENERATED_BY = '/** Written by scripts/pictures/generate-neutral-pictures.ts. */'
await writeFile(
  join(ROOT, 'features', 'catalogue', 'home', 'neutral-hero-images.ts'),
  `${GENERATED_BY}\nexport const neutralHeroImages = {\n  wide: ${wide},\n  phone: ${phone},\n} as const\n`,
)
await writeFile(
  join(ROOT, 'features', 'content', 'about', 'neutral-story-image.ts'),
  `${GENERATED_BY}\nexport const neutralStoryImage = ${story} as const\n`,
)
