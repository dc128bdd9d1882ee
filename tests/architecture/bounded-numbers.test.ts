import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ZodNumber, type ZodType } from 'zod'
import * as numberFields from '#shop/text/number-fields.ts'

const ROOT = join(import.meta.dirname, '../..')
const NUMBER_FIELDS = 'shop/text/number-fields.ts'
const FORGED = [
  1e15,
  -1e15,
  1e308,
  Number.MAX_SAFE_INTEGER + 1,
  Infinity,
  -Infinity,
  Number.NaN,
  '1e15',
  '9'.repeat(60),
]

test('SECURITY-13 every number of a zod schema has bounds, because one file makes them', () => {
  const files = ['app', 'features', 'kit', 'shop'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  )
  const found = files.filter((file) =>
    /\bz\s*\.(?:\s*coerce\s*\.)?\s*(?:number|int|int32|uint32|float32|float64|nan|bigint|int64|uint64|json)\(/.test(
      readFileSync(join(ROOT, file), 'utf8'),
    ),
  )
  expect(found).toEqual([NUMBER_FIELDS])
})

const schemas = Object.entries<unknown>(numberFields).filter(
  (entry): entry is [string, ZodType] => typeof entry[1] === 'object',
)
test.each<[string, ZodType]>([
  ...schemas,
  ['numberWithin', numberFields.numberWithin(0, 5)],
  ['wholeWithin', numberFields.wholeWithin(0, 5)],
])('SECURITY-13 %s refuses forged numbers', (_name, schema) => {
  expect(schemas.length).toBeGreaterThan(5)
  // A field accepts text that a JSON schema refuses.
  expect(FORGED.filter((forged) => schema.safeParse(forged).success)).toEqual([])
  expect(schema.safeParse(schema instanceof ZodNumber ? 5 : '5').success).toBe(true)
})
