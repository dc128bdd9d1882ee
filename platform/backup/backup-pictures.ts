import type { Client } from 'pg'
import { emailPictureKey, pictureKeyFromUrl, variantKeys } from '#shop/picture-key.ts'
import type { PictureStore } from '#platform/picture-store/picture-store.server.ts'
import { pictureEntry } from './archive/archive-format.ts'
import type { ArchiveWriter } from './archive/archive-writer.ts'
import { BackupError } from './backup-error.ts'

/** Messages to the operator contain `location`. */
export type LocatedPictures = { store: PictureStore; location: string }
type PictureRow = { image_url: string; widths: number[] }

const PAGE_SIZE = 500
/** Concurrent reads help with stores that have long response times. */
const CONCURRENT_READS = 8

export const NO_PICTURES = { pictures: 0, picture_bytes: 0, missing_pictures: 0 }

/**
 * Adds the files of the snapshot's pictures, which the lock of the backup keeps. Omits share pictures, because they are created on request.
 * Throws {@link BackupError} if all are missing, because then they must be elsewhere.
 */
export async function addPictures(
  client: Client,
  { store, location }: LocatedPictures,
  archive: ArchiveWriter,
  advance: (by: number) => void,
) {
  const counts = { ...NO_PICTURES }
  for await (const { image_url, widths } of listPictures(client)) {
    const key = pictureKeyFromUrl(image_url)
    if (key === null) continue
    const required = [key, ...variantKeys(key, widths)]
    const files = [...required, emailPictureKey(key)]
    for (let first = 0; first < files.length; first += CONCURRENT_READS) {
      const keys = files.slice(first, first + CONCURRENT_READS)
      const found = await Promise.all(keys.map((each) => readPicture(store, each)))
      for (const [index, bytes] of found.entries()) {
        if (bytes) {
          await archive.add(pictureEntry(keys[index]!), bytes)
          counts.pictures += 1
          counts.picture_bytes += bytes.byteLength
        } else if (required.includes(keys[index]!)) counts.missing_pictures += 1
      }
    }
    advance(required.length)
  }
  if (counts.pictures === 0 && counts.missing_pictures > 0)
    throw allMissingError(counts.missing_pictures, location)
  return counts
}

const allMissingError = (missing: number, location: string) =>
  new BackupError(
    `None of the ${missing} files of pictures that the database names is in ${location}, so no backup was made. ` +
      'Give the DATA_DIR or the S3_ settings of the server; if the pictures are lost, upload one of them anew first.',
  )

async function* listPictures(client: Client): AsyncGenerator<PictureRow> {
  for (let last = ''; ;) {
    const { rows } = await client.query<PictureRow>(
      'select image_url, widths from pictures where image_url > $1 order by image_url limit $2',
      [last, PAGE_SIZE],
    )
    yield* rows
    if (rows.length < PAGE_SIZE) return
    last = rows.at(-1)!.image_url
  }
}

const readPicture = async (store: PictureStore, key: string) => (await store.read(key))?.bytes() ?? null
