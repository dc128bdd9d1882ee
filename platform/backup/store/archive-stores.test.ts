import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startFakeS3Store } from '#tests/fixtures/shops/fake-s3-store.ts'
import { archiveName, removeOldArchives } from './archive-store.ts'
import { folderArchiveStore } from './folder-archive-store.ts'
import { s3ArchiveStore } from './s3-archive-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'ninth-bend-archives-'))
const s3 = await startFakeS3Store()
afterAll(async () => {
  await s3.stop()
  rmSync(folder, { recursive: true })
})

const MEBIBYTE = 1024 * 1024
const content = randomBytes(20 * MEBIBYTE)
async function* inPieces(bytes: Uint8Array, failure?: Error) {
  for (let from = 0; from < bytes.length; from += MEBIBYTE) yield bytes.subarray(from, from + MEBIBYTE)
  if (failure) throw failure
}
async function read(source: AsyncIterable<Uint8Array>) {
  const parts: Uint8Array[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts)
}
const nameOf = (day: number) => archiveName(new Date(Date.UTC(2026, 10, day)), false)

test('BACKUP-7 an archive in a bucket is uploaded and read in parts, and old ones are removed', async () => {
  const store = s3ArchiveStore(s3.at, 'shop/backups')
  for (const day of [1, 2, 3]) await store.write(nameOf(day), inPieces(content.subarray(0, day * MEBIBYTE)))
  expect(await store.write(nameOf(4), inPieces(content))).toBe(content.length)
  expect((await read(store.read(nameOf(4)))).equals(content)).toBe(true)
  expect(store.locationOf(nameOf(4))).toBe(`s3://pictures/shop/backups/${nameOf(4)}`)
  s3.objects.set('shop/other', s3.objects.get(`shop/backups/${nameOf(1)}`)!)
  expect(await removeOldArchives(store, 2)).toEqual([nameOf(1), nameOf(2)])
  expect([...s3.objects.keys()]).toEqual([
    `shop/backups/${nameOf(3)}`,
    `shop/backups/${nameOf(4)}`,
    'shop/other',
  ])
})

test('BACKUP-4 an archive that is not in the bucket does not exist, and one that the key may not read is refused', async () => {
  const store = s3ArchiveStore(s3.at, 'shop/backups')
  const location = store.locationOf(nameOf(9))
  await expect(read(store.read(nameOf(9)))).rejects.toThrow(
    `${location} does not exist: the store at ${s3.at.endpoint} answered 404.`,
  )
  s3.state.mood = 'failing'
  for (const status of [401, 403]) {
    s3.state.failingStatus = status
    await expect(read(store.read(nameOf(9)))).rejects.toThrow(`refused ${location}: ${status}`)
  }
  Object.assign(s3.state, { mood: 'well', failingStatus: 500 })
})

test('BACKUP-2 an upload that fails is ended, and no object is there', async () => {
  const store = s3ArchiveStore(s3.at, 'failed')
  const writing = store.write(nameOf(5), inPieces(content, new Error('the connection broke')))
  await expect(writing).rejects.toThrow('the connection broke')
  expect(s3.uploads.size).toBe(0)
  expect([...s3.objects.keys()].filter((key) => key.startsWith('failed'))).toEqual([])
  s3.state.mood = 'failing'
  await expect(store.write(nameOf(5), inPieces(content))).rejects.toThrow(
    /refused a new backup: 500 InternalError\.$/,
  )
  s3.state.mood = 'well'
})

test('BACKUP-2 a full disk ends the backup in one line, and nothing of it is left', async () => {
  const store = folderArchiveStore(folder)
  await store.write(nameOf(1), inPieces(content))
  expect(readFileSync(store.locationOf(nameOf(1))).equals(content)).toBe(true)
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  await expect(store.write(nameOf(2), inPieces(content, full))).rejects.toThrow(
    `The backup could not be written to ${folder}: the disk is full, or has less than 500 MB left. Nothing of it is left there.`,
  )
  let free = 501_000_000
  const filling = folderArchiveStore(folder, async () => (free -= 1_000_000))
  await expect(filling.write(nameOf(2), inPieces(content))).rejects.toThrow('less than 500 MB left')
  expect(free, 'twice within 20 MiB').toBe(499_000_000)
  expect(readdirSync(folder)).toEqual([nameOf(1)])
  await expect(read(store.read(nameOf(7)))).rejects.toThrow(/cannot be read \(ENOENT\)\.$/)
})
