import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createPngWithDimensions } from '#tests/fixtures/products/picture-uploads.ts'
import { MAX_UPLOAD_BYTES } from '#shop/constants.ts'
import { PICTURE_WIDTHS } from '#shop/picture-key.ts'
import { preparePicture } from './picture-pipeline.server.ts'
import { detectPictureFormat } from './detect-picture-format.server.ts'

const plain = (width: number, height: number, background = '#2f5d3a') =>
  sharp({ create: { width, height, channels: 3, background } })

const redAndBlue = async (width: number, height: number) =>
  plain(width, height, '#0000ff').composite([
    {
      input: await plain(width / 2, height, '#ff0000')
        .png()
        .toBuffer(),
      left: 0,
      top: 0,
    },
  ])

async function prepared(bytes: Uint8Array) {
  const outcome = await preparePicture(bytes)
  if (!outcome.ok) throw new Error(`refused: ${outcome.refusal.code}`)
  return outcome.value
}

const problemOf = async (bytes: Uint8Array) => {
  const outcome = await preparePicture(bytes)
  return outcome.ok ? 'taken' : outcome.refusal.code
}

describe('Processing an upload', () => {
  test('a large photo gives all widths in AVIF and WebP, square, with a tiny placeholder', async () => {
    const picture = await prepared(await plain(2400, 1600).jpeg().toBuffer())
    expect(picture).toMatchObject({ width: 960, height: 960, widths: [...PICTURE_WIDTHS] })
    const made = await Promise.all(picture.files.map((file) => sharp(file.bytes).metadata()))
    expect(made.map(({ format, width, height }) => `${format} ${width}x${height}`)).toEqual(
      PICTURE_WIDTHS.flatMap((width) => [`heif ${width}x${width}`, `webp ${width}x${width}`]),
    )
    expect(picture.placeholder).toMatch(/^data:image\/webp;base64,/)
    expect(picture.placeholder!.length).toBeLessThanOrEqual(300)
  })

  test('a small picture is not enlarged and keeps its full width', async () => {
    const picture = await prepared(await plain(500, 900).webp().toBuffer())
    expect(picture.widths).toEqual([160, 320, 480, 500])
  })

  test('a picture below the minimum width keeps its size under that name, so that the name always exists', async () => {
    const tiny = await prepared(await plain(40, 60).png().toBuffer())
    expect(tiny).toMatchObject({ width: 40, height: 40, widths: [PICTURE_WIDTHS[0]] })
    expect((await sharp(tiny.files[0]!.bytes).metadata()).width).toBe(40)
  })

  test('the crop keeps the middle', async () => {
    const picture = await prepared(await (await redAndBlue(1200, 400)).png().toBuffer())
    const { data, info } = await sharp(picture.files.at(-1)!.bytes)
      .raw()
      .toBuffer({ resolveWithObject: true })
    const left = data.subarray(0, 3)
    const right = data.subarray((info.width - 1) * info.channels, (info.width - 1) * info.channels + 3)
    expect([left[0]! > 200, left[2]! < 60, right[0]! < 60, right[2]! > 200]).toEqual([true, true, true, true])
  })

  test('a photo with an orientation flag is turned upright', async () => {
    const sideways = await (await redAndBlue(400, 400)).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const picture = await prepared(sideways)
    const { data, info } = await sharp(picture.files.at(-1)!.bytes)
      .raw()
      .toBuffer({ resolveWithObject: true })
    const bottomLeft = (info.height - 1) * info.width * info.channels
    expect([data[0]! > 200, data[bottomLeft]! < 60]).toEqual([true, true])
  })

  test('PICTURE-10 all metadata is removed: GPS, profile and XMP', async () => {
    const photo = await plain(700, 700)
      .withExif({
        IFD0: { Artist: 'Planted Marker', Copyright: 'Planted Marker' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .withIccProfile('p3')
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><planted>Planted Marker</planted></x:xmpmeta>')
      .jpeg()
      .toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const picture = await prepared(photo)
    for (const file of picture.files) {
      const { exif, icc, iptc, xmp, orientation, comments } = await sharp(file.bytes).metadata()
      expect({ exif, icc, iptc, xmp, orientation, comments }).toEqual({})
      expect(file.bytes.includes('Planted Marker')).toBe(false)
    }
  })

  test.each([
    ['a grey photo', () => plain(300, 300).greyscale().jpeg().toBuffer()],
    ['a CMYK photo', () => plain(300, 300).toColourspace('cmyk').jpeg().toBuffer()],
    [
      'a PNG of 16 bits with transparency',
      () => plain(300, 300).ensureAlpha(0.5).toColourspace('rgb16').png().toBuffer(),
    ],
    ['an AVIF', () => plain(300, 300).avif({ effort: 0 }).toBuffer()],
  ])('%s is accepted', async (_, make) => {
    const picture = await prepared(await make())
    expect((await sharp(picture.files.at(-1)!.bytes).metadata()).space).toBe('srgb')
  })

  test('PICTURE-9 only the first frame of an animation is used', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#0000ff'].map((colour) => plain(200, 200, colour).png().toBuffer()),
    )
    const animation = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer()
    const picture = await prepared(animation)
    const { data } = await sharp(picture.files.at(-1)!.bytes).raw().toBuffer({ resolveWithObject: true })
    expect([picture.width, data[0]! > 200, data[2]! < 60]).toEqual([200, true, true])
  })
})

describe('PICTURE-9 Refused uploads', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  test.each([
    ['an empty file', 'picture-missing', async () => Buffer.alloc(0)],
    ['an SVG', 'picture-kind-unknown', async () => Buffer.from(svg)],
    ['an SVG behind a byte order mark', 'picture-kind-unknown', async () => Buffer.from(`\ufeff${svg}`)],
    [
      'a page of HTML',
      'picture-kind-unknown',
      async () => Buffer.from('<!doctype html><script>alert(1)</script>'),
    ],
    ['a GIF', 'picture-kind-unknown', () => plain(9, 9).gif().toBuffer()],
    ['a TIFF', 'picture-kind-unknown', () => plain(9, 9).tiff().toBuffer()],
    ['a PDF', 'picture-kind-unknown', async () => Buffer.from('%PDF-1.7\n')],
    [
      'a text that starts like a JPEG',
      'picture-damaged',
      async () => Buffer.from('\xff\xd8\xff<script>', 'latin1'),
    ],
    ['half a JPEG', 'picture-damaged', async () => half(await noise(600).jpeg().toBuffer())],
    ['half a PNG', 'picture-damaged', async () => half(await noise(600).png().toBuffer())],
    ['half a WebP', 'picture-damaged', async () => half(await noise(600).webp().toBuffer())],
    ['half an AVIF', 'picture-damaged', async () => half(await noise(600).avif({ effort: 0 }).toBuffer())],
    [
      'a file of over 10 MB',
      'picture-too-heavy',
      async () => Buffer.alloc(MAX_UPLOAD_BYTES + 1, '\xff\xd8\xff', 'latin1'),
    ],
  ] as const)('%s is refused', async (_, problem, make) => {
    expect(await problemOf(await make())).toBe(problem)
  })

  test('a picture of 30 megapixels is refused by its header, before decoding', async () => {
    const flood = await createPngWithDimensions(14_000, 14_000)
    expect(await problemOf(flood)).toBe('picture-too-many-pixels')
    expect(await problemOf(await createPngWithDimensions(6_000, 5_000))).toBe('picture-too-many-pixels')
    expect(await problemOf(await createPngWithDimensions(5_000, 5_000))).toBe('picture-damaged')
  })

  test.each([
    ['an AVIF', (side: number) => plain(side, side).avif({ effort: 0 }).toBuffer()],
    ['a PNG of 16 bits', (side: number) => plain(side, side).toColourspace('rgb16').png().toBuffer()],
  ])('%s, which needs several times the memory to decode, may have 6 megapixels', async (_, make) => {
    expect(await problemOf(await make(2_460))).toBe('picture-too-many-pixels-for-its-kind')
    expect(await problemOf(await make(2_440))).toBe('taken')
  })

  test('a script appended to a picture is not in the output', async () => {
    const pictureWithScript = Buffer.concat([
      await plain(300, 300).jpeg().toBuffer(),
      Buffer.from('<script>alert(1)</script>'),
    ])
    const picture = await prepared(pictureWithScript)
    for (const { bytes } of picture.files) {
      expect(bytes.includes('<script')).toBe(false)
      expect(detectPictureFormat(bytes)).not.toBeNull()
    }
  })

  test('a refused upload does not block the next one', async () => {
    const [bad, good] = await Promise.all([
      problemOf(Buffer.from('\xff\xd8\xffnothing', 'latin1')),
      problemOf(await plain(50, 50).png().toBuffer()),
    ])
    expect([bad, good]).toEqual(['picture-damaged', 'taken'])
  })
})

const half = (bytes: Buffer) => bytes.subarray(0, bytes.byteLength / 2)
const noise = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
