import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fsyncDirectory } from './fsync-directory.server.ts'
import { writeFileAtomically } from './atomic-write.server.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ninth-bend-durable-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

type Synced = { inode: number; names: string[]; isDone: boolean }

async function watchSyncs(behave: () => Promise<void> = () => pause(5)): Promise<Synced[]> {
  const handle = await open(folder)
  const prototype = Object.getPrototypeOf(handle) as FileHandle
  await handle.close()
  const synced: Synced[] = []
  vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    const found = await this.stat()
    if (!found.isDirectory()) return
    const path = [folder, join(folder, 'a'), join(folder, 'a/b')].find((each) => inodeOf(each) === found.ino)
    const sync: Synced = { inode: found.ino, names: path ? readdirSync(path) : [], isDone: false }
    synced.push(sync)
    await behave()
    sync.isDone = true
  })
  return synced
}

const inodeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.ino
const isSynced = (synced: Synced[], path: string) =>
  synced.some(
    ({ inode, names, isDone }) =>
      isDone && inode === inodeOf(dirname(path)) && names.includes(path.split('/').at(-1)!),
  )
const write = (path: string) => writeFileAtomically(path, Buffer.from('Dear Asha'), 0o600)
const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }))

describe('MAIL-14 a written file survives a power cut', () => {
  test('syncs its name, and all new directories', async () => {
    const synced = await watchSyncs()
    await write(join(folder, 'a/b/letter.eml'))
    for (const path of ['a', 'a/b', 'a/b/letter.eml'])
      expect(isSynced(synced, join(folder, path)), path).toBe(true)
  })

  test('syncs a directory that another call is creating', async () => {
    const synced = await watchSyncs()
    const isSafe = async (path: string) => {
      await write(join(folder, path))
      return ['a', 'a/b', path].every((each) => isSynced(synced, join(folder, each)))
    }
    expect(await Promise.all(['a/b/1.eml', 'a/b/2.eml', 'a/b/3.eml'].map(isSafe))).toEqual([true, true, true])
  })

  test('syncs a directory that was removed and created again', async () => {
    await write(join(folder, 'a/1.eml'))
    rmSync(join(folder, 'a'), { recursive: true })
    const synced = await watchSyncs()
    await write(join(folder, 'a/1.eml'))
    expect(isSynced(synced, join(folder, 'a'))).toBe(true)
  })

  test('concurrent files share syncs of their directory, each begun after the file', async () => {
    const synced = await watchSyncs()
    const safe = await Promise.all(
      Array.from({ length: 40 }, async (_, number) => {
        await write(join(folder, `${number}.eml`))
        return isSynced(synced, join(folder, `${number}.eml`))
      }),
    )
    expect(safe).not.toContain(false)
    expect(synced.filter(({ inode }) => inode === inodeOf(folder)).length).toBeLessThan(20)
  })

  test.each(['EINVAL', 'EPERM', 'ENOTSUP'])(
    'a system that cannot sync a directory (%s) is no error',
    async (code) => {
      await watchSyncs(failing(code))
      await write(join(folder, 'letter.eml'))
      expect(readdirSync(folder)).toEqual(['letter.eml'])
    },
  )

  test('a disk error is thrown, and the next call tries again', async () => {
    await watchSyncs(failing('EIO'))
    await expect(write(join(folder, 'letter.eml'))).rejects.toThrow('EIO')
    vi.restoreAllMocks()
    const synced = await watchSyncs()
    await write(join(folder, 'letter.eml'))
    expect(isSynced(synced, join(folder, 'letter.eml'))).toBe(true)
  })

  test('a failed sync does not fail calls made after it began', async () => {
    let turn = 0
    const began: (() => void)[] = []
    const isUnderWay = new Promise<void>((resolve) => began.push(resolve))
    await watchSyncs(async () => {
      began.forEach((resume) => resume())
      await pause(5)
      if (turn++ === 0) await failing('EIO')()
    })
    const first = fsyncDirectory(folder)
    await Promise.all([expect(first).rejects.toThrow('EIO'), isUnderWay.then(() => fsyncDirectory(folder))])
  })
})
