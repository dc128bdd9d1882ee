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

describe('MAIL-14 a file is there whole or not at all', () => {
  test('it appears with its rights, in folders that are made for it', async () => {
    await writeFileAtomically(join(folder, 'new', 'letter.eml'), Buffer.from('Dear Asha'), 0o600)
    expect(names()).toEqual(['new', 'new/letter.eml'])
    expect(statSync(join(folder, 'new', 'letter.eml')).mode & 0o777).toBe(0o600)
  })

  test('one that cannot be put in its place leaves nothing behind', async () => {
    mkdirSync(join(folder, 'letter.eml', 'in the way'), { recursive: true })
    await expect(writeFileAtomically(join(folder, 'letter.eml'), Buffer.from('Dear Asha'), 0o600)).rejects.toThrow('EISDIR')
    expect(names()).toEqual(['letter.eml', 'letter.eml/in the way'])
  })
})

describe('what a kill leaves behind goes at the next start', () => {
  type Writer = { id?: string; pid?: number; place?: string }
  /** Creates a temporary file last written so many minutes ago. */
  function leave(writer: Writer, minutes = 0) {
    mkdirSync(join(folder, 'products'), { recursive: true })
    const path = temporaryFileName(join(folder, 'products', 'honey.webp'), writer)
    writeFileSync(path, 'half a pict')
    const at = new Date(Date.now() - minutes * 60_000)
    utimesSync(path, at, at)
    return basename(path)
  }

  test.skipIf(PROCESS_NAMESPACE === null)('of a writer that is dead, and of an earlier one with the number of this process', async () => {
    leave({ pid: deadPid() })
    leave({ id: crypto.randomUUID() })
    await removeStaleTemporaryFiles(folder)
    expect(names()).toEqual(['products'])
  })

  test('but not while its writer may live: another process here, this one itself, or anybody in another container', async () => {
    const elsewhere = { id: crypto.randomUUID(), place: 'the-other-container' }
    const left = [
      leave({ pid: process.ppid }), leave({}), leave({ ...elsewhere, pid: deadPid() }), leave(elsewhere), leave({ ...elsewhere, pid: 1 }),
    ]
    await removeStaleTemporaryFiles(folder)
    expect(names()).toEqual(['products', ...left.map((name) => `products/${name}`)].sort())
  })

  test('a host name is not enough to know whose a number is: containers may share it', async () => {
    const left = leave({ id: crypto.randomUUID(), pid: deadPid(), place: hostname() })
    await removeStaleTemporaryFiles(folder)
    expect(names()).toEqual(['products', `products/${left}`])
  })

  test('unless it is more than an hour old, whoever wrote it', async () => {
    leave({ pid: process.ppid }, 61)
    leave({ pid: deadPid(), place: 'the-other-container' }, 61)
    leave({}, 61)
    const nameless = join(folder, `.${crypto.randomUUID()}.part`)
    writeFileSync(nameless, '')
    utimesSync(nameless, 0, 0)
    await removeStaleTemporaryFiles(folder)
    expect(names()).toEqual(['products'])
  })

  test('finished files stay however old they are, and a folder that is not there yet is no problem', async () => {
    writeFileSync(join(folder, 'letter.part'), 'a file of somebody else')
    utimesSync(join(folder, 'letter.part'), 0, 0)
    await removeStaleTemporaryFiles(folder)
    await removeStaleTemporaryFiles(join(folder, 'not there'))
    expect(names()).toEqual(['letter.part'])
  })
})
