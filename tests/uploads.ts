import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { folderPictureStore } from '#shop/media/folder-picture-store.server.ts'

/** A small photograph of one colour, as somebody would upload it. */
export const aPhoto = (background = '#2f5d3a', side = 200): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 3, background } }).jpeg().toBuffer()

/** A PNG whose header promises so many pixels, made without them. */
export async function aPngThatClaims(width: number, height: number): Promise<Buffer> {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123' } }).png().toBuffer()
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

/** A bucket in a folder of its own. */
export function aPictureStore() {
  const folder = mkdtempSync(join(tmpdir(), 'ninth-bend-bucket-'))
  return { folder, store: folderPictureStore(folder), remove: () => rmSync(folder, { recursive: true, force: true }) }
}
