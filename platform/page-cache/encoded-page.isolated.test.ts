import { brotliCompress } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { createEncodedPage } from './encoded-page.ts'

vi.mock('node:zlib', { spy: true })

test('a failed compression is retried for the next request', async () => {
  const page = createEncodedPage({
    status: 200,
    headers: new Headers(),
    body: Buffer.alloc(50_000, 'pepper'),
  })
  vi.mocked(brotliCompress).mockImplementationOnce(((
    _bytes: unknown,
    _options: unknown,
    done: (problem: Error) => void,
  ) => done(new Error('no memory'))) as never)
  await expect(page.encodeResponse('br', undefined)).rejects.toThrow('no memory')
  expect((await page.encodeResponse('br', undefined)).headers).toContain('br')
})
