/**
 * Draws the shop's icons and the default share picture. Run it after changes of the brand mark or
 * demo/originals/hero.webp: `node scripts/pictures/generate-icons.ts`, and commit the result.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { DEMO_FOLDER, sha256Hex } from '#features/catalogue/demo/demo-files.server.ts'
import { demonstrationBrandMark, neutralBrandMark, type BrandMark } from '#shop/identity/brand-mark.ts'
import { SHARE_PICTURE } from '#shop/picture-key.ts'
import { archesDrawing } from './neutral-drawings.ts'

const ROOT = join(import.meta.dirname, '../..')
const PUBLIC = join(ROOT, 'app', 'public')
const FOREST = '#1d4733'
/** Lighter, to be visible in a dark tab bar. */
const FOREST_DARK_MODE = '#2f6b4c'
const PAPER = '#fbf8f1'
const TURMERIC = '#e5a823'

/** Stroke widths of an emblem, the outermost first. */
type Strokes = readonly number[]
const PLAIN: Strokes = [4.6, 4, 5, 6.5]
/** At 16 pixels thin lines turn grey. */
const BOLD: Strokes = [6.4, 5.5, 6, 7]

type Brand = {
  mark: BrandMark
  folder: string
  /** Prefix of the other file names. */
  prefix: string
  colourOf: (stroke: number) => string
  share: { name: string; alt: string; picture: () => Promise<Buffer> }
}

type Tile = { corner: number; scale: number; strokes?: Strokes; style?: string }
const tileOf =
  ({ mark, colourOf }: Brand) =>
  ({ corner, scale, strokes = PLAIN, style = '' }: Tile) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${style}` +
    `<rect width="64" height="64" rx="${corner}" fill="${FOREST}"/>` +
    `<g fill="none" stroke-linecap="round" stroke-linejoin="round" transform="translate(32 ${32 + 5 * scale}) scale(${scale})">` +
    `${mark.emblem.map(({ d }, index) => `<path stroke="${colourOf(index)}" stroke-width="${strokes[index]}" d="${d}"/>`).join('')}</g></svg>\n`

const png = (svg: string, size: number) =>
  sharp(Buffer.from(svg), { density: (72 * size) / 64 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: size > 48 })
    .toBuffer()

function ico(pictures: { size: number; bytes: Buffer }[]) {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  for (const [pictureIndex, { size, bytes }] of pictures.entries()) {
    const entry = 6 + 16 * pictureIndex
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

/** Writes a file with a digest in its name, so that it can be cached as immutable; returns its URL path. */
async function writeFingerprinted(folder: string, name: string, ending: string, bytes: Buffer) {
  const file = `${name}-${sha256Hex(bytes).slice(0, 10)}.${ending}`
  await writeFile(join(PUBLIC, folder, file), bytes)
  return `/${folder}/${file}`
}

const markSvg = (mark: BrandMark) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-41 -32 82 56" width="246" height="168" fill="none" stroke="${FOREST}"` +
      ` stroke-linecap="round" stroke-linejoin="round">${mark.emblem.map(({ d, width }) => `<path stroke-width="${width}" d="${d}"/>`).join('')}</svg>`,
  )
const withMark = (picture: Sharp, mark: BrandMark) =>
  picture
    .composite([{ input: markSvg(mark), left: 96, top: 190 }])
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer()

const BRANDS: Record<'demonstration' | 'neutral', Brand> = {
  demonstration: {
    mark: demonstrationBrandMark,
    folder: PUBLIC,
    prefix: '',
    colourOf: (stroke) => (stroke === 0 ? PAPER : TURMERIC),
    // The products of the hero picture, and the brand mark beside them.
    share: {
      name: 'ninth-bend',
      alt: 'Spices, honey, banana chips and pickle of the shop on a banana leaf',
      picture: () =>
        withMark(
          sharp(join(DEMO_FOLDER, 'originals', 'hero.webp'))
            .resize(1200)
            .extract({ left: 0, top: 25, ...SHARE_PICTURE }),
          demonstrationBrandMark,
        ),
    },
  },
  neutral: {
    mark: neutralBrandMark,
    folder: join(PUBLIC, 'neutral'),
    prefix: 'neutral-',
    colourOf: (stroke) => (stroke === 2 ? TURMERIC : PAPER),
    share: {
      name: 'shop',
      alt: 'Three arches with drawings of pepper, curry leaves and chillies',
      picture: () =>
        withMark(
          sharp(Buffer.from(archesDrawing({ ...SHARE_PICTURE, floor: 540, x: 800, scale: 0.72 }))),
          neutralBrandMark,
        ),
    },
  },
}

async function filesOf(brand: Brand) {
  const tile = tileOf(brand)
  const darkModeStyle = `<style>@media(prefers-color-scheme:dark){rect{fill:${FOREST_DARK_MODE}}}</style>`
  await writeFile(join(brand.folder, 'favicon.svg'), tile({ corner: 12, scale: 0.7, style: darkModeStyle }))
  const small = tile({ corner: 10, scale: 0.74, strokes: BOLD })
  const sizes = await Promise.all([16, 32, 48].map(async (size) => ({ size, bytes: await png(small, size) })))
  await writeFile(join(brand.folder, 'favicon.ico'), ico(sizes))
  // iOS rounds the corners, and requests this name even if no page links it.
  await writeFile(
    join(brand.folder, 'apple-touch-icon.png'),
    await png(tile({ corner: 0, scale: 0.62 }), 180),
  )
  const rounded = tile({ corner: 12, scale: 0.66 })
  // A mask may cut away everything outside the middle 80 %.
  const maskable = tile({ corner: 0, scale: 0.52 })
  const icons: { src: string; size: number; purpose: 'any' | 'maskable' }[] = []
  for (const [purpose, svg] of [
    ['any', rounded],
    ['maskable', maskable],
  ] as const) {
    for (const size of [192, 512]) {
      icons.push({
        src: await writeFingerprinted(
          'icons',
          `${brand.prefix}${purpose}-${size}`,
          'png',
          await png(svg, size),
        ),
        size,
        purpose,
      })
    }
  }
  const share = await writeFingerprinted('share', brand.share.name, 'jpg', await brand.share.picture())
  return `{
    manifestIcons: [
${icons.map(({ src, size, purpose }) => `      { src: '${src}', size: ${size}, purpose: '${purpose}' },`).join('\n')}
    ],
    sharePicture: { url: '${share}', width: ${SHARE_PICTURE.width}, height: ${SHARE_PICTURE.height}, alt: '${brand.share.alt}' },
  }`
}

for (const folder of ['icons', 'share', 'neutral']) {
  await rm(join(PUBLIC, folder), { recursive: true, force: true })
  await mkdir(join(PUBLIC, folder), { recursive: true })
}
await writeFile(
  join(ROOT, 'kit', 'document-head', 'brand-assets.ts'),
  `import { isDemonstration, type ShopIdentity } from '#shop/identity/shop-identity.ts'

/** Written by scripts/pictures/generate-icons.ts: the icons of the web manifest, and the picture of a shared link. */
const BRAND_ASSETS = {
  demonstration: ${await filesOf(BRANDS.demonstration)},
  neutral: ${await filesOf(BRANDS.neutral)},
} as const

/** The demonstration's mark and packs are shown under no other name. */
export const brandAssets = (identity: ShopIdentity) => BRAND_ASSETS[isDemonstration(identity) ? 'demonstration' : 'neutral']
`,
)
