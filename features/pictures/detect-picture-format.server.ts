export type DetectedFormat = 'jpeg' | 'png' | 'webp' | 'heif'

const ascii = (bytes: Uint8Array, from: number, to: number) =>
  Buffer.from(bytes.subarray(from, to)).toString('latin1')

/** By the first bytes; null for everything else (SVG, PDF, HTML, HEIC …), so that no decoder processes it. */
export function detectPictureFormat(bytes: Uint8Array): DetectedFormat | null {
  if (ascii(bytes, 0, 3) === '\xff\xd8\xff') return 'jpeg'
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'webp'
  return isAvif(bytes) ? 'heif' : null
}

function isAvif(bytes: Uint8Array) {
  if (bytes.byteLength < 16 || ascii(bytes, 4, 8) !== 'ftyp') return false
  const boxLength = Buffer.from(bytes.subarray(0, 4)).readUInt32BE()
  const brands = ascii(bytes, 8, Math.min(boxLength, 256)).match(/[\s\S]{4}/g) ?? []
  return brands.some((brand, at) => at !== 1 && (brand === 'avif' || brand === 'avis'))
}
