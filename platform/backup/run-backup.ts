import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openPictureStore, pictureLocation } from '#platform/picture-store/open-picture-store.ts'
import type { Settings } from '#platform/settings/environment-settings.ts'
import { totalRows, type ArchiveSummary } from './archive/archive-format.ts'
import { BackupError } from './backup-error.ts'
import { makeBackup, type OnProgress } from './make-backup.ts'
import { recordBackup } from './record-backup.ts'
import { archiveName, removeOldArchives } from './store/archive-store.ts'
import { openArchiveStore } from './store/open-archive-store.ts'
import { verifyArchive } from './verify-archive.ts'

/** Whether the archive includes DATA_DIR/secret, or why not; with `session-secret` the shop does not use that file. */
export type SecretInBackup = 'included' | 'not-encrypted' | 'session-secret' | 'no-file'
export type FinishedBackup = {
  location: string
  bytes: number
  summary: ArchiveSummary
  isEncrypted: boolean
  secret: SecretInBackup
  removed: string[]
}
type BackupRun = {
  settings: Pick<Settings, 'backup' | 's3' | 'dataDirectory' | 'sessionSecret'>
  /** Connects as the owner of the tables. */
  address: string
  /** If false, only an encrypted archive contains the secret. */
  includesSecret?: boolean
  onProgress?: (step: 'backup' | 'verify', done: number, total: number) => void
}

/** Makes an archive, reads it back, removes old ones, and records the result for the dashboard. */
export async function runBackup(run: BackupRun): Promise<FinishedBackup> {
  const { settings, address } = run
  const startedAt = new Date()
  const isEncrypted = settings.backup.key !== null
  const store = openArchiveStore(settings)
  try {
    return await makeAndVerify(run, store)
  } catch (problem) {
    const message = problem instanceof BackupError ? problem.message : 'The backup failed; the log says why.'
    await recordBackup(address, {
      made_at: startedAt,
      location: store.locationOf(''),
      is_encrypted: isEncrypted,
      problem: message,
    }).catch(() => {})
    throw problem
  }
}

async function makeAndVerify(
  { settings, address, includesSecret = false, onProgress }: BackupRun,
  store: ReturnType<typeof openArchiveStore>,
): Promise<FinishedBackup> {
  const { key, keep } = settings.backup
  const dataDirectory = resolve(settings.dataDirectory)
  let name = ''
  let bytes = 0
  const report =
    (step: 'backup' | 'verify'): OnProgress =>
    (done, total) =>
      onProgress?.(step, done, total)
  const { header, summary } = await makeBackup(
    {
      address,
      pictures: locatedPictures(settings, dataDirectory),
      key,
      secret: key !== null || includesSecret ? readSecret(dataDirectory) : null,
      onProgress: report('backup'),
    },
    (madeAt) => async (archive) => {
      name = archiveName(madeAt, key !== null)
      bytes = await store.write(name, archive)
    },
  )
  const readBack = await verifyArchive(counting(store.read(name), bytes, report('verify')), key)
  if (readBack.summary.sha256 !== summary.sha256)
    throw new BackupError(`The backup ${store.locationOf(name)} is not what was written there.`)
  await recordBackup(address, {
    made_at: new Date(header.made_at),
    location: store.locationOf(name),
    is_encrypted: key !== null,
    bytes,
    row_count: totalRows(summary),
    picture_count: summary.pictures,
    missing_pictures: summary.missing_pictures,
    verified_at: new Date(),
  })
  const removed = await removeOldArchives(store, keep)
  return {
    location: store.locationOf(name),
    bytes,
    summary,
    isEncrypted: key !== null,
    secret: findSecretState(settings, dataDirectory, summary),
    removed,
  }
}

function findSecretState(
  { sessionSecret }: BackupRun['settings'],
  dataDirectory: string,
  { has_secret }: ArchiveSummary,
): SecretInBackup {
  if (sessionSecret !== null) return 'session-secret'
  if (has_secret) return 'included'
  return existsSync(secretFile(dataDirectory)) ? 'not-encrypted' : 'no-file'
}

const secretFile = (dataDirectory: string) => join(dataDirectory, 'secret')

const locatedPictures = (settings: BackupRun['settings'], dataDirectory: string) => ({
  store: openPictureStore(settings, { path: dataDirectory }),
  location: pictureLocation(settings, { path: dataDirectory }),
})

async function* counting(source: AsyncIterable<Uint8Array>, total: number, onProgress: OnProgress) {
  let done = 0
  for await (const bytes of source) {
    yield bytes
    onProgress((done += bytes.byteLength), total)
  }
}

/** With SESSION_SECRET, the operator has the secret, and there may be no file. */
function readSecret(dataDirectory: string): string | null {
  try {
    return readFileSync(secretFile(dataDirectory), 'utf8')
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw problem
  }
}
