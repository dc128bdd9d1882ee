import { promisify } from 'node:util'
import { inflate } from 'node:zlib'

const inflateAsync = promisify(inflate)

const SIGNATURE = 0x774f4646
const HEADER_BYTES = 44
const ENTRY_BYTES = 20
const FONT_HEADER_BYTES = 12
const FONT_ENTRY_BYTES = 16

/** The TrueType font in a WOFF file (W3C WOFF 1.0), unpacked outside the main thread. */
export async function unpackWoff(woff: Buffer): Promise<Buffer> {
  if (woff.readUInt32BE(0) !== SIGNATURE) throw new Error('This is no WOFF file.')
  const count = woff.readUInt16BE(12)
  const tables = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const entry = HEADER_BYTES + index * ENTRY_BYTES
      const [tag, offset, packedLength, length, checksum] = [0, 4, 8, 12, 16].map((at) =>
        woff.readUInt32BE(entry + at),
      ) as [number, number, number, number, number]
      const packed = woff.subarray(offset, offset + packedLength)
      return { tag, checksum, bytes: packedLength < length ? await inflateAsync(packed) : packed }
    }),
  )
  const header = Buffer.alloc(FONT_HEADER_BYTES + count * FONT_ENTRY_BYTES)
  header.writeUInt32BE(woff.readUInt32BE(4), 0)
  header.writeUInt16BE(count, 4)
  const parts: Buffer[] = [header]
  let offset = header.length
  for (const [index, { tag, checksum, bytes }] of tables.entries()) {
    const values = [tag, checksum, offset, bytes.length]
    for (const [place, value] of values.entries())
      header.writeUInt32BE(value, FONT_HEADER_BYTES + index * FONT_ENTRY_BYTES + place * 4)
    const padding = Buffer.alloc((4 - (bytes.length % 4)) % 4)
    parts.push(bytes, padding)
    offset += bytes.length + padding.length
  }
  return Buffer.concat(parts)
}

type Range = { first: number; last: number }

/** The characters for which a font has a glyph, from its table `cmap` (OpenType, formats 4 and 12). */
export function readCharacterRanges(font: Buffer): Range[] {
  const cmap = findTable(font, 'cmap')
  return Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.readUInt32BE(4 + index * 8 + 4))
    .filter((offset, index, all) => all.indexOf(offset) === index)
    .flatMap((offset) => {
      const table = cmap.subarray(offset)
      const format = table.readUInt16BE(0)
      return format === 4 ? segmentRanges(table) : format === 12 ? groupRanges(table) : []
    })
}

function findTable(font: Buffer, name: string): Buffer {
  for (let index = 0; index < font.readUInt16BE(4); index += 1) {
    const entry = FONT_HEADER_BYTES + index * FONT_ENTRY_BYTES
    if (font.toString('latin1', entry, entry + 4) !== name) continue
    const offset = font.readUInt32BE(entry + 8)
    return font.subarray(offset, offset + font.readUInt32BE(entry + 12))
  }
  throw new Error(`The font has no table ${name}.`)
}

function segmentRanges(table: Buffer): Range[] {
  const count = table.readUInt16BE(6) / 2
  return Array.from({ length: count }, (_, index) => ({
    last: table.readUInt16BE(14 + index * 2),
    first: table.readUInt16BE(16 + (count + index) * 2),
  })).filter(({ first }) => first !== 0xffff)
}

const groupRanges = (table: Buffer): Range[] =>
  Array.from({ length: table.readUInt32BE(12) }, (_, index) => ({
    first: table.readUInt32BE(16 + index * 12),
    last: table.readUInt32BE(20 + index * 12),
  }))
