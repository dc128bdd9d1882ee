import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { folderPictureStore } from '#shop/media/folder-picture-store.server.ts'

/** A small photograph of one colour, as somebody would upload it. */
export const aPhoto = (background = '#2f5d3a', side = 200): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 3, background } }).jpeg().toBuffer()

/** A bucket in a folder of its own. */
export function aPictureStore() {
  const folder = mkdtempSync(join(tmpdir(), 'ninth-bend-bucket-'))
  return { folder, store: folderPictureStore(folder), remove: () => rmSync(folder, { recursive: true, force: true }) }
}
