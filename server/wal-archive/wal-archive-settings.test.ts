import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { walArchiveSettings, walFolder } from './wal-archive-settings.ts'

let directory: string
beforeEach(() => void (directory = mkdtempSync(join(tmpdir(), 'ninth-bend-archive-'))))
afterEach(() => rmSync(directory, { recursive: true, force: true }))

test('BACKUP-12 an archive that cannot be written ends the start in one line, also where nothing can be created', () => {
  const file = join(directory, 'file')
  writeFileSync(file, '')
  for (const archive of [join(file, 'archive'), '/proc/archive'])
    expect(() => walArchiveSettings(archive, directory)).toThrow(
      /^WAL_ARCHIVE_DIR cannot be used \(\w+ at \S+\)\. Give this user [^\n]+$/,
    )
})

test('BACKUP-12 only this user can read the archive', () => {
  walArchiveSettings(directory, directory)
  expect(statSync(walFolder(directory)).mode & 0o777).toBe(0o700)
})

test('BACKUP-12 an archive belongs to one data directory, and a restored shop needs another', () => {
  const [archive, first, restored] = ['archive', 'first', 'restored'].map((name) =>
    join(directory, name),
  ) as [string, string, string]
  for (const folder of [first, restored]) mkdirSync(folder)
  walArchiveSettings(archive, first)
  expect(() => walArchiveSettings(archive, first)).not.toThrow()
  expect(() => walArchiveSettings(archive, restored)).toThrow(
    `WAL_ARCHIVE_DIR ${archive} is the archive of another data directory. Give this shop a folder of its own.`,
  )
  // A power cut may leave them like this.
  for (const file of [join(restored, 'wal-archive-id'), join(directory, 'cut-off', 'owner')]) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, '')
  }
  walArchiveSettings(join(directory, 'cut-off'), restored)
  expect(() => walArchiveSettings(join(directory, 'cut-off'), first)).toThrow('another data directory')
  walArchiveSettings(join(directory, 'new-disk'), first)
  expect(() => walArchiveSettings(join(directory, 'new-disk'), first)).not.toThrow()
})
