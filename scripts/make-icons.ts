/**
 * Draws the shop's icons and the picture that a shared link shows where a page has none of its own.
 * Run it after changing the mark or demo/originals/hero.webp: `node scripts/make-icons.ts`, and commit what it made.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { DEMO_FOLDER, digest } from '#server/demo-files.ts'
import { SHARE_PICTURE } from '#shop/media/picture-key.ts'

const ROOT = join(import.meta.dirname, '..')
const PUBLIC = join(ROOT, 'web', 'public')
const FOREST = '#1d4733'
/** Lighter, so that the tile does not sink into a dark row of tabs. */
const FOREST_BY_NIGHT = '#2f6b4c'
const PAPER = '#fbf8f1'
const TURMERIC = '#e5a823'

/** The emblem of web/brand, as thick as it has to be for its size. */
const PEAKS = 'M-38 17-9-29 6-6 15-18 38 17'
const ROAD = ['M-8-16C2-13 3-9-5-6', 'M-5-6C-16-2-15 3-1 5', 'M-1 5C16 7 18 13-3 19'] as const
type Strokes = { peaks: number; road: readonly [number, number, number] }
const PLAIN: Strokes = { peaks: 4.6, road: [4, 5, 6.5] }
/** At 16 pixels a thin line is a grey one. */
const BOLD: Strokes = { peaks: 6.4, road: [5.5, 6, 7] }

type Tile = { corner: number; scale: number; strokes?: Strokes; style?: string }
const road = (widths: Strokes['road']) => ROAD.map((path, bend) => `<path stroke-width="${widths[bend]}" d="${path}"/>`).join('')
const tile = ({ corner, scale, strokes = PLAIN, style = '' }: Tile) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${style}` +
  `<rect width="64" height="64" rx="${corner}" fill="${FOREST}"/>` +
  `<g fill="none" stroke="${PAPER}" stroke-linecap="round" stroke-linejoin="round" transform="translate(32 ${32 + 5 * scale}) scale(${scale})">` +
  `<path stroke-width="${strokes.peaks}" d="${PEAKS}"/><g stroke="${TURMERIC}">${road(strokes.road)}</g></g></svg>\n`

const png = (svg: string, size: number) =>
  sharp(Buffer.from(svg), { density: (72 * size) / 64 }).resize(size, size).png({ compressionLevel: 9, palette: size > 48 }).toBuffer()

/** Several PNGs in the one file that browsers ask for by themselves. */
function ico(pictures: { size: number; bytes: Buffer }[]) {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  for (const [place, { size, bytes }] of pictures.entries()) {
    const entry = 6 + 16 * place
    head.writeUInt8(size, entry)
    head.writeUInt8(size, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(bytes.length, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += bytes.length
  }
  return Buffer.concat([head, ...pictures.map(({ bytes }) => bytes)])
}

/** Writes a file whose name changes with its bytes, so that browsers may keep it for good; gives its address. */
async function keepForGood(folder: string, name: string, ending: string, bytes: Buffer) {
  const file = `${name}-${digest(bytes).slice(0, 10)}.${ending}`
  await writeFile(join(PUBLIC, folder, file), bytes)
  return `/${folder}/${file}`
}

/** The packs of the home page, and the mark on the calm wall beside them. */
function sharePicture() {
  const mark =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-41 -32 82 56" width="246" height="168" fill="none" stroke="${FOREST}"` +
    ` stroke-linecap="round" stroke-linejoin="round"><path stroke-width="2.6" d="${PEAKS}"/>${road([2.2, 3.2, 4.4])}</svg>`
  return sharp(join(DEMO_FOLDER, 'originals', 'hero.webp'))
    .resize(1200)
    .extract({ left: 0, top: 25, ...SHARE_PICTURE })
    .composite([{ input: Buffer.from(mark), left: 96, top: 190 }])
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer()
}

const folders = ['icons', 'share']
for (const folder of folders) {
  await rm(join(PUBLIC, folder), { recursive: true, force: true })
  await mkdir(join(PUBLIC, folder), { recursive: true })
}
const byNight = `<style>@media(prefers-color-scheme:dark){rect{fill:${FOREST_BY_NIGHT}}}</style>`
await writeFile(join(PUBLIC, 'favicon.svg'), tile({ corner: 12, scale: 0.7, style: byNight }))
const small = tile({ corner: 10, scale: 0.74, strokes: BOLD })
const sizes = await Promise.all([16, 32, 48].map(async (size) => ({ size, bytes: await png(small, size) })))
await writeFile(join(PUBLIC, 'favicon.ico'), ico(sizes))
// iOS rounds the corners itself, and asks for this name even where no page names it.
await writeFile(join(PUBLIC, 'apple-touch-icon.png'), await png(tile({ corner: 0, scale: 0.62 }), 180))

const rounded = tile({ corner: 12, scale: 0.66 })
// What a mask may cut away is everything outside the middle four fifths.
const maskable = tile({ corner: 0, scale: 0.52 })
const icons: { src: string; size: number; purpose: 'any' | 'maskable' }[] = []
for (const [purpose, svg] of [['any', rounded], ['maskable', maskable]] as const) {
  for (const size of [192, 512]) {
    icons.push({ src: await keepForGood('icons', `${purpose}-${size}`, 'png', await png(svg, size)), size, purpose })
  }
}
const share = await keepForGood('share', 'ninth-bend', 'jpg', await sharePicture())
await writeFile(
  join(ROOT, 'web', 'kernel', 'brand-files.ts'),
  `/** Written by scripts/make-icons.ts: the icons of the web manifest, and the picture of a shared link. */
export const manifestIcons = [
${icons.map(({ src, size, purpose }) => `  { src: '${src}', size: ${size}, purpose: '${purpose}' },`).join('\n')}
] as const

export const sharePicture = {
  url: '${share}',
  width: ${SHARE_PICTURE.width},
  height: ${SHARE_PICTURE.height},
  alt: 'Spices, honey, banana chips and pickle of the shop on a banana leaf',
} as const
`,
)
