import { expect, test } from 'vitest'
import { createScanReader } from './read-scan.ts'

const read = (keys: string[], gap: number) => {
  const readKey = createScanReader()
  return keys.flatMap((key, index) => {
    const step = readKey(key, index * gap)
    return step && 'code' in step ? [step] : []
  })
}
const keysOf = (text: string) => [...text, 'Enter']

test.each(['50123452', '036000291452', '5012345678900', '15012345678907', '123456789'])(
  'STOCK-30 the digits %s and Enter within a moment are a scan',
  (code) => {
    expect(read(keysOf(code), 15)).toEqual([{ code, typedBefore: 0 }])
  },
)

test.each([
  ['a quantity', keysOf('12345'), 15],
  ['digits at the pace of a hand', keysOf('5012345678900'), 120],
  ['letters among them', keysOf('50123a5678901'), 15],
  ['digits without Enter', [...'5012345678900', 'Tab'], 15],
])('STOCK-30 %s are no scan', (_what, keys, gap) => {
  expect(read(keys, gap)).toEqual([])
})

test('STOCK-30 a quantity typed just before a scan is no part of the code', () => {
  expect(read(keysOf('36036000291452'), 15)).toEqual([{ code: '036000291452', typedBefore: 2 }])
})

test('STOCK-30 two scans in a row are two codes', () => {
  expect(read([...keysOf('50123452'), ...keysOf('5012345678900')], 20).map(({ code }) => code)).toEqual([
    '50123452',
    '5012345678900',
  ])
})
