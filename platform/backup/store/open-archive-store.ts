import { basename, dirname, join, resolve } from 'node:path'
import type { Settings } from '#platform/settings/environment-settings.ts'
import { BackupError } from '#platform/backup/backup-error.ts'
import type { ArchiveStore } from './archive-store.ts'
import { folderArchiveStore } from './folder-archive-store.ts'
import { s3ArchiveStore } from './s3-archive-store.ts'

const S3 = 's3://'
type StoreSettings = Pick<Settings, 'backup' | 's3' | 'dataDirectory'>

/** The store for new archives. */
export function openArchiveStore(settings: StoreSettings): ArchiveStore {
  const directory = settings.backup.directory ?? join(resolve(settings.dataDirectory), 'backups')
  return directory.startsWith(S3) ? openBucket(settings, directory) : folderArchiveStore(directory)
}

/** Takes a path, or `s3://bucket/prefix/name`. */
export function findArchive(
  settings: StoreSettings,
  location: string,
): { store: ArchiveStore; name: string } {
  if (!location.startsWith(S3))
    return { store: folderArchiveStore(dirname(resolve(location))), name: basename(location) }
  const end = location.lastIndexOf('/')
  return { store: openBucket(settings, location.slice(0, end)), name: location.slice(end + 1) }
}

function openBucket({ s3 }: StoreSettings, location: string): ArchiveStore {
  if (!s3)
    throw new BackupError(
      `${location} is in a bucket, so the settings S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY and S3_REGION must be set.`,
    )
  const [bucket = '', ...folders] = location.slice(S3.length).split('/').filter(Boolean)
  return s3ArchiveStore({ ...s3, bucket }, folders.join('/'))
}
