import { isPictureKey } from '#shop/picture-key.ts'
import { pictureOfEntry, SECRET_ENTRY, tableOfEntry, type ArchiveSummary } from './archive/archive-format.ts'
import { readArchive } from './archive/archive-reader.ts'
import { BackupError } from './backup-error.ts'
import { countRows } from './make-backup.ts'

/** Reads the whole archive and changes nothing. Throws {@link BackupError} unless it is complete and unchanged. */
export async function verifyArchive(source: AsyncIterable<Uint8Array>, key: string | null) {
  const counts = createCounts()
  const { header, summary } = await readArchive(source, key, async ({ name, bytes }, { tables }) => {
    const table = tableOfEntry(name)
    const picture = pictureOfEntry(name)
    if (table !== null) {
      if (!tables.some((each) => each.name === table)) throw unexpectedEntry(name)
      for await (const part of bytes) counts.addRows(table, countRows(part))
    } else if (picture !== null) {
      if (!isPictureKey(picture)) throw unexpectedEntry(name)
      counts.addPicture(await lengthOf(bytes))
    } else if (name === SECRET_ENTRY) await lengthOf(bytes)
    else throw unexpectedEntry(name)
  })
  counts.compare(summary)
  return { header, summary }
}

export const unexpectedEntry = (name: string) =>
  new BackupError(`The archive is damaged: it holds '${name}', which no backup has.`)

export function createCounts() {
  const rows = new Map<string, number>()
  let pictures = 0
  let pictureBytes = 0
  return {
    addRows: (table: string, count: number) => void rows.set(table, (rows.get(table) ?? 0) + count),
    addPicture(bytes: number) {
      pictures += 1
      pictureBytes += bytes
    },
    /** Throws {@link BackupError} if the content differs from the summary. */
    compare(summary: ArchiveSummary) {
      for (const [table, content] of Object.entries(summary.tables)) {
        const count = rows.get(table) ?? 0
        if (count !== content.rows)
          throw new BackupError(
            `The archive is damaged: ${table} has ${count} rows instead of ${content.rows}.`,
          )
      }
      if (pictures !== summary.pictures || pictureBytes !== summary.picture_bytes)
        throw new BackupError(
          `The archive is damaged: it holds ${pictures} pictures instead of ${summary.pictures}.`,
        )
    },
  }
}

async function lengthOf(bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let length = 0
  for await (const part of bytes) length += part.byteLength
  return length
}
