/** A store of archives. Visible archives are always complete. */
export type ArchiveStore = {
  /** A location for the operator; with a name, the address that a restore accepts. */
  locationOf(name: string): string
  /** Returns the number of bytes. */
  write(name: string, bytes: AsyncIterable<Uint8Array>): Promise<number>
  /** Throws BackupError if there is no such archive. */
  read(name: string): AsyncIterable<Uint8Array>
  list(): Promise<string[]>
  remove(name: string): Promise<void>
}

const PREFIX = 'ninth-bend-'
const ARCHIVE_NAME = /^ninth-bend-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz(\.enc)?$/

/** Sorting by name sorts by time. */
export const archiveName = (at: Date, isEncrypted: boolean) =>
  `${PREFIX}${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz${isEncrypted ? '.enc' : ''}`

const isArchiveName = (name: string): boolean => ARCHIVE_NAME.test(name)

/** Keeps the newest archives; does not touch other files. */
export async function removeOldArchives(store: ArchiveStore, keep: number): Promise<string[]> {
  const names = (await store.list()).filter(isArchiveName).toSorted()
  const old = names.slice(0, Math.max(0, names.length - keep))
  for (const name of old) await store.remove(name)
  return old
}
