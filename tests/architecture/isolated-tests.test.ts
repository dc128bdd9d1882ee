import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const REPLACES_FOR_ALL_FILES = /\bvi\.(?:mock|doMock|stubGlobal|stubEnv)\(/
const LOADS_MODULES_ANEW =
  /^vi\.hoisted\(\(\) => vi\.resetModules\(\)\)\nafterAll\(\(\) => void vi\.resetModules\(\)\)$/m

test('a test that replaces modules or globals is named *.isolated.test.ts, or reloads its modules', () => {
  const files = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file && !file.startsWith('tests/') && !file.includes('.isolated.'))
  expect(files.length).toBeGreaterThan(100)
  const wrong = files.filter((file) => {
    const text = readFileSync(file, 'utf8')
    return REPLACES_FOR_ALL_FILES.test(text) && !LOADS_MODULES_ANEW.test(text)
  })
  expect(wrong, 'the files of a worker share their modules').toEqual([])
})
