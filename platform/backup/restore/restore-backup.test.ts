import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDataDirectory } from '#platform/data-directory/data-directory.ts'
import { checkDirectory } from './restore-backup.ts'

let directory: string
beforeEach(() => void (directory = mkdtempSync(join(tmpdir(), 'ninth-bend-restore-'))))
afterEach(() => rmSync(directory, { recursive: true, force: true }))

test('BACKUP-5 a backup is restored where a first start has failed, and not where a shop has opened', () => {
  openDataDirectory({ dataDirectory: directory, sessionSecret: null })
  expect(() => checkDirectory(directory)).not.toThrow()
  mkdirSync(join(directory, 'storage'))
  expect(() => checkDirectory(directory)).toThrow('holds data already (storage)')
  rmSync(join(directory, 'storage'), { recursive: true })
  rmSync(join(directory, 'first-start'))
  expect(() => checkDirectory(directory)).toThrow('holds data already (secret)')
  writeFileSync(join(directory, 'first-start'), '')
  mkdirSync(join(directory, 'postgres'))
  expect(() => checkDirectory(directory)).toThrow('holds data already (postgres)')
})
