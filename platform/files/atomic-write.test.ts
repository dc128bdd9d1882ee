import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PROCESS_NAMESPACE } from './process-namespace.server.ts'
import { removeStaleTemporaryFiles, temporaryFileName, writeFileAtomically } from './atomic-write.server.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ninth-bend-files-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const deadPid = () => spawnSync('true').pid
const names = () => readdirSync(folder, { recursive: true }).map(String).sort()

describe('MAIL-14 a file is complete or absent', () => {
  test('is created with its mode, in new directories', async () => {
    await writeFileAtomically(join(folder, 'new', 'letter.eml'), Buffer.from('Dear Asha'), 0o600)
    expect(names()).toEqual(['new', 'new/letter.eml'])
    expect(statSync(join(folder, 'new', 'letter.eml')).mode & 0o777).toBe(0o600)
  })

  test('a failed rename leaves nothing behind', async () => {
    mkdirSync(join(folder, 'letter.eml', 'in the way'), { recursive: true })
    await expect(
      writeFileAtomically(join(folder, 'letter.eml'), Buffer.from('Dear Asha'), 0o600),
    ).rejects.toThrow('EISDIR')
    expect(names()).toEqual(['letter.eml', 'letter.eml/in the way'])
  })
})

describe('temporary files of killed processes are removed at startup', () => {
  type Writer = { id?: string; pid?: number; namespace?: string }
  function createTemporaryFile(writer: Writer, minutes = 0) {
    mkdirSync(join(folder, 'products'), { recursive: true })
    const path = temporaryFileName(join(folder, 'products', 'honey.webp'), writer)
    writeFileSync(path, 'half a pict')
    const at = new Date(Date.now() - minutes * 60_000)
    utimesSync(path, at, at)
    return basename(path)
  }

  test.skipIf(PROCESS_NAMESPACE === null)(
    'of a dead writer, and of an earlier process with the same number',
    async () => {
      createTemporaryFile({ pid: deadPid() })
      createTemporaryFile({ id: crypto.randomUUID() })
      await removeStaleTemporaryFiles(folder)
      expect(names()).toEqual(['products'])
    },
  )

  test('but not of a possibly live writer: another process, this one, or one in another container', async () => {
    const elsewhere = { id: crypto.randomUUID(), namespace: 'the-other-container' }
    const left = [
      createTemporaryFile({ pid: process.ppid }),
      createTemporaryFile({}),
      createTemporaryFile({ ...elsewhere, pid: deadPid() }),
      createTemporaryFile(elsewhere),
      createTemporaryFile({ ...elsewhere, pid: 1 }),
    ]
    await removeStaleTemporaryFiles(folder)
    expect(names()).toEqual(['products', ...left.map((name) => `products/${name}`)].sort())
  })

  test('not by host name: containers may share it', async () => {
    const left = createTemporaryFile({ id: crypto.randomUUID(), pid: deadPid(), namespace: hostname() })
    await removeStaleTemporaryFiles(folder)
    expect(names()).toEqual(['products', `products/${left}`])
  })

  test('unless older than an hour, by any writer', async () => {
    createTemporaryFile({ pid: process.ppid }, 61)
    createTemporaryFile({ pid: deadPid(), namespace: 'the-other-container' }, 61)
    createTemporaryFile({}, 61)
    const fileWithoutOwner = join(folder, `.${crypto.randomUUID()}.part`)
    writeFileSync(fileWithoutOwner, '')
    utimesSync(fileWithoutOwner, 0, 0)
    await removeStaleTemporaryFiles(folder)
    expect(names()).toEqual(['products'])
  })

  test('finished files of any age stay, and a missing directory is no error', async () => {
    writeFileSync(join(folder, 'letter.part'), 'a file of somebody else')
    utimesSync(join(folder, 'letter.part'), 0, 0)
    await removeStaleTemporaryFiles(folder)
    await removeStaleTemporaryFiles(join(folder, 'not there'))
    expect(names()).toEqual(['letter.part'])
  })
})
