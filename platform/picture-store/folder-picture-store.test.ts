import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderPictureStore } from './folder-picture-store.server.ts'

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'ninth-bend-pictures-'))))
afterAll(() => rm(folder, { recursive: true }))

const key = 'products/honey/forest-1.webp'
const text = async (stored: { bytes(): Promise<Uint8Array> } | null) =>
  Buffer.from(await stored!.bytes()).toString()

describe('A bucket in a directory', () => {
  test('PICTURE-5 written pictures are read again, with content type and an ETag that follows the bytes', async () => {
    const store = folderPictureStore(folder)
    await store.write(key, Buffer.from('first'), 'image/webp')
    const first = await store.read(key)
    expect(first).toMatchObject({ contentType: 'image/webp', size: 5 })
    expect(await text(first)).toBe('first')
    await store.write(key, Buffer.from('second'), 'image/webp')
    const second = await store.read(key)
    expect(await text(second)).toBe('second')
    expect(second!.etag).not.toBe(first!.etag)
  })

  test('readers see the old picture or the new one, never a part', async () => {
    const store = folderPictureStore(folder)
    const [old, fresh] = ['o', 'n'].map((letter) => Buffer.alloc(300_000, letter)) as [Buffer, Buffer]
    await store.write(key, old, 'image/webp')
    const written = new AbortController()
    const writing = (async () => {
      for (let round = 0; round < 40; round++) await store.write(key, round % 2 ? old : fresh, 'image/webp')
      written.abort()
    })()
    const seen = new Set<string>()
    while (!written.signal.aborted) {
      const bytes = Buffer.from(await (await store.read(key))!.bytes())
      seen.add(bytes.equals(old) ? 'old' : bytes.equals(fresh) ? 'new' : `half: ${bytes.byteLength}`)
    }
    await writing
    expect([...seen].sort()).toEqual(['new', 'old'])
    expect((await readdir(join(folder, 'products/honey'))).filter((name) => name.endsWith('.part'))).toEqual(
      [],
    )
  })

  test('removing twice is no error, and the picture is not found', async () => {
    const store = folderPictureStore(folder)
    await store.write(key, Buffer.from('x'), 'image/webp')
    await store.remove(key)
    await store.remove(key)
    expect(await store.read(key)).toBeNull()
    expect(await store.read('categories/never-1.avif')).toBeNull()
  })

  test('PICTURE-8 no key leaves the directory', async () => {
    const store = folderPictureStore(join(folder, 'bucket'))
    await writeFile(join(folder, 'secret-1.webp'), 'secret')
    for (const bad of ['../secret-1.webp', 'products/../../secret-1.webp', 'categories/../secret-1.webp']) {
      expect(await store.read(bad)).toBeNull()
      await expect(store.write(bad, Buffer.from('x'), 'image/webp')).rejects.toThrow('is not a key')
      await expect(store.remove(bad)).rejects.toThrow('is not a key')
    }
    expect(await readFile(join(folder, 'secret-1.webp'), 'utf8')).toBe('secret')
  })

  test('PICTURE-8 bytes are never stored under another type’s extension', async () => {
    const store = folderPictureStore(folder)
    await expect(store.write(key, Buffer.from('<script>'), 'text/html')).rejects.toThrow(
      'would be served as image/webp',
    )
  })
})
