import { zstdCompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { chooseEncoding, compress } from './compression.ts'

vi.mock('node:zlib', { spy: true })

const LENGTH = 50_000

test.each([
  ['gzip, deflate, br, zstd', 'zstd', 'br'],
  ['gzip, deflate, br', 'br', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'br', 'br'],
  ['GZIP , BR', 'br', 'br'],
  ['zstd', 'zstd', 'plain'],
  ['zstd;q=0, br', 'br', 'br'],
  ['zstd; q=0.000, br ;Q=0, gzip', 'gzip', 'gzip'],
  ['gzip;q=0', 'plain', 'plain'],
  ['gzip;q=0.001', 'gzip', 'gzip'],
  ['*;q=0', 'plain', 'plain'],
  ['*', 'plain', 'plain'],
  ['identity', 'plain', 'plain'],
  ['x-br, my-zstd', 'plain', 'plain'],
  ['', 'plain', 'plain'],
])('for %j a private response is %s and a cached one %s', (accepted, one, many) => {
  const chooseBoth = () => [chooseEncoding(accepted, LENGTH, 'one'), chooseEncoding(accepted, LENGTH, 'many')]
  expect([chooseBoth(), chooseBoth()]).toEqual([
    [one, many],
    [one, many],
  ])
})

test('a page is compressed by zstd synchronously, a much larger body on another thread', async () => {
  const [page, sitemap] = [Buffer.alloc(LENGTH, 'pepper'), Buffer.alloc(4 * 2 ** 20, 'pepper')]
  const compressedPage = await compress(page, 'zstd', 'quick')
  expect(vi.mocked(zstdCompressSync)).toHaveBeenCalledOnce()
  expect(vi.mocked(zstdCompress)).not.toHaveBeenCalled()
  const large = await compress(sitemap, 'zstd', 'quick')
  expect(vi.mocked(zstdCompressSync)).toHaveBeenCalledOnce()
  expect([zstdDecompressSync(compressedPage), zstdDecompressSync(large)]).toEqual([page, sitemap])
})
