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
])('of %j one reader gets %s and many get %s', (accepted, one, many) => {
  const twice = () => [chooseEncoding(accepted, LENGTH, 'one'), chooseEncoding(accepted, LENGTH, 'many')]
  expect([twice(), twice()]).toEqual([[one, many], [one, many]])
})

test('a page is packed by zstd at once, and what is much larger on another thread', async () => {
  const [page, sitemap] = [Buffer.alloc(LENGTH, 'pepper'), Buffer.alloc(4 * 2 ** 20, 'pepper')]
  const packed = await compress(page, 'zstd', 'quick')
  expect(vi.mocked(zstdCompressSync)).toHaveBeenCalledOnce()
  expect(vi.mocked(zstdCompress)).not.toHaveBeenCalled()
  const large = await compress(sitemap, 'zstd', 'quick')
  expect(vi.mocked(zstdCompressSync)).toHaveBeenCalledOnce()
  expect([zstdDecompressSync(packed), zstdDecompressSync(large)]).toEqual([page, sitemap])
})
