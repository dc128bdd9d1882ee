import { expect, test } from 'vitest'
import { parseVersion } from './submitted-forms.ts'

test.each([
  ['1', 1],
  ['999999999', 999_999_999],
  ['', 0],
  [undefined, 0],
  ['1e30', 0],
  ['2147483648', 0],
  ['99999999999', 0],
  ['-1', 0],
  ['1.5', 0],
  [' 1', 0],
  ['NaN', 0],
])('version %s is read as %i', (text, version) => expect(parseVersion(text)).toBe(version))
