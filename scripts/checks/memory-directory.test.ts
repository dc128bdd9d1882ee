import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMemoryDirectory } from './memory-directory.ts'

let memory: string
beforeEach(() => {
  memory = mkdtempSync(join(tmpdir(), 'ninth-bend-memory-'))
})
afterEach(() => rmSync(memory, { recursive: true, force: true }))

test('a directory of this run is made, and that of a killed run removed', () => {
  const { pid: ended } = spawnSync('true')
  const parent = process.ppid
  for (const name of [`ninth-bend-checks-${ended}`, `ninth-bend-checks-${parent}`, 'of-another-program'])
    mkdirSync(join(memory, name, 'data'), { recursive: true })
  const directory = createMemoryDirectory({ memory, leastFreeBytes: 0 })!
  expect(readdirSync(directory)).toEqual([])
  expect(readdirSync(memory).toSorted()).toEqual(
    [`ninth-bend-checks-${process.pid}`, `ninth-bend-checks-${parent}`, 'of-another-program'].toSorted(),
  )
})

test('there is none if too little is free, or without such a file system', () => {
  expect(createMemoryDirectory({ memory, leastFreeBytes: Number.MAX_SAFE_INTEGER })).toBeNull()
  expect(readdirSync(memory)).toEqual([])
  expect(createMemoryDirectory({ memory: join(memory, 'none'), leastFreeBytes: 0 })).toBeNull()
  expect(existsSync(join(memory, 'none'))).toBe(false)
})
