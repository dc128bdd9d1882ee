import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MAIL_KINDS } from './mail-kinds.ts'

const ROOT = join(import.meta.dirname, '../../..')

test('each kind of email is expected by a test of what causes it, not only of how it looks', () => {
  const texts = globSync('{features,tests}/**/*.{test,spec}.{ts,tsx}', { cwd: ROOT })
    .filter((file) => !/^features\/mail\/(preview|rendering|templates|worker)\//.test(file))
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
  expect(MAIL_KINDS.filter((kind) => !texts.some((text) => text.includes(`'${kind}'`)))).toEqual([])
})
