import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readArchive } from './archive-reader.ts'
import { rowsEntry, type ArchiveHeader, type ArchiveSummary } from './archive-format.ts'
import { writeArchive } from './archive-writer.ts'

const KEY = 'nine hairpins up the ghat'
const header: ArchiveHeader = {
  format: 1,
  made_at: '2026-11-24T17:00:00.000Z',
  postgres: '18.4',
  migrations: [{ name: '0001-types.sql', sha256: 'a'.repeat(64) }],
  tables: [{ name: 'public.products', columns: ['id', 'name'] }],
}
const content: Omit<ArchiveSummary, 'sha256'> = {
  tables: { 'public.products': { rows: 2, fingerprint: '17' } },
  sequences: [],
  pictures: 0,
  picture_bytes: 0,
  missing_pictures: 0,
  has_secret: false,
}
/** Longer than a chunk of the encryption, and not compressible. */
const rows = Buffer.from(crypto.getRandomValues(new Uint8Array(40_000)))
  .toString('base64')
  .repeat(4)

async function write(key: string | null): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  await writeArchive(
    {
      header,
      key,
      sink: async (bytes) => {
        for await (const part of bytes) chunks.push(part)
      },
    },
    async (archive) => {
      await archive.add(rowsEntry('public.products', 0), Buffer.from(rows))
      await archive.add(rowsEntry('public.products', 1), Buffer.from('last\n'))
      return archive.finish(content)
    },
  )
  return Buffer.concat(chunks)
}

async function* inPieces(bytes: Buffer, size = 10_000) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

async function read(bytes: Buffer, key: string | null, pieceSize?: number) {
  const entries: Record<string, string> = {}
  const archive = await readArchive(inPieces(bytes, pieceSize), key, async (entry) => {
    const parts: Uint8Array[] = []
    for await (const part of entry.bytes) parts.push(part)
    entries[entry.name] = Buffer.concat(parts).toString()
  })
  return { ...archive, entries }
}

test.each([null, KEY])(
  'BACKUP-1 BACKUP-3 what was written is read back in the same order (key: %s)',
  async (key) => {
    const bytes = await write(key)
    const archive = await read(bytes, key)
    expect(archive.header).toEqual(header)
    expect(archive.summary).toMatchObject(content)
    expect(Object.entries(archive.entries)).toEqual([
      ['rows/public.products/000000', rows],
      ['rows/public.products/000001', 'last\n'],
    ])
    expect(await read(bytes, key, 7)).toEqual(archive)
  },
)

test('BACKUP-3 an encrypted archive shows nothing of its content, and the same content differs each time', async () => {
  const [first, second] = [await write(KEY), await write(KEY)]
  expect(first.includes('backup.json')).toBe(false)
  expect(first.subarray(9, 200).equals(second.subarray(9, 200))).toBe(false)
})

test('BACKUP-4 a wrong key, a missing key and another file are refused in one line', async () => {
  const encrypted = await write(KEY)
  await expect(read(encrypted, 'another key of the shop')).rejects.toThrow(
    /^BACKUP_KEY does not open this archive/,
  )
  await expect(read(encrypted, null)).rejects.toThrow(/^The archive is encrypted\. Set BACKUP_KEY/)
  for (const other of [Buffer.from('a letter'), Buffer.alloc(0)])
    await expect(read(other, KEY)).rejects.toThrow('This file is no backup of the shop.')
})

test.each([null, KEY])('BACKUP-4 a file that was cut off anywhere is refused (key: %s)', async (key) => {
  const bytes = await write(key)
  const ends = [1, 65_584, bytes.length - 1]
  for (const end of ends)
    await expect(read(bytes.subarray(0, end), key), `${end} of ${bytes.length} bytes`).rejects.toThrow(
      /^The archive is damaged|^This file is no backup|^BACKUP_KEY does not open/,
    )
})

test.each([null, KEY])('BACKUP-4 a changed byte anywhere is refused (key: %s)', async (key) => {
  const bytes = await write(key)
  for (let at = 12; at < bytes.length; at += Math.floor(bytes.length / 3)) {
    const changed = Buffer.from(bytes)
    changed[at]! ^= 4
    await expect(read(changed, key), `byte ${at}`).rejects.toThrow(
      /^The archive is damaged|^BACKUP_KEY does not open/,
    )
  }
})

test('BACKUP-3 chunks of an encrypted archive cannot be exchanged', async () => {
  const bytes = await write(KEY)
  const [start, chunk] = [9 + 16 + 7, 65_536 + 16]
  const exchanged = Buffer.concat([
    bytes.subarray(0, start),
    bytes.subarray(start + chunk, start + 2 * chunk),
    bytes.subarray(start, start + chunk),
    bytes.subarray(start + 2 * chunk),
  ])
  expect(bytes.length).toBeGreaterThan(start + 2 * chunk)
  await expect(read(exchanged, KEY)).rejects.toThrow(/^BACKUP_KEY does not open/)
})

test('BACKUP-2 if storing fails, so does the backup, with the reason of the store', async () => {
  const writing = writeArchive(
    {
      header,
      key: null,
      sink: async (bytes) => {
        for await (const _ of bytes) throw new Error('the disk is full')
      },
    },
    async (archive) => {
      for (let part = 0; part < 40; part++)
        await archive.add(rowsEntry('public.products', part), Buffer.from(rows))
      return archive.finish(content)
    },
  )
  await expect(writing).rejects.toThrow('the disk is full')
})

test('BACKUP-2 if reading the rows fails, the store gets the error instead of an end', async () => {
  let ending: unknown = 'ended'
  const writing = writeArchive(
    {
      header,
      key: KEY,
      sink: async (bytes) => {
        try {
          for await (const _ of bytes) continue
        } catch (problem) {
          ending = problem
          throw problem
        }
      },
    },
    async () => {
      throw new Error('the connection broke')
    },
  )
  await expect(writing).rejects.toThrow('the connection broke')
  expect(ending).toBeInstanceOf(Error)
})

test('BACKUP-4 a reader that fails within a large archive ends the reading with its own problem', async () => {
  const chunks: Uint8Array[] = []
  const sink = async (bytes: AsyncIterable<Uint8Array>) => {
    for await (const part of bytes) chunks.push(part)
  }
  await writeArchive({ header, key: null, sink }, async (archive) => {
    for (let part = 0; part < 40; part += 1)
      await archive.add(rowsEntry('public.products', part), Buffer.from(rows.slice(part)))
    return archive.finish(content)
  })
  for (const failing of [0, 1, 2, 7, 20]) {
    let entries = 0
    const reading = readArchive(inPieces(Buffer.concat(chunks), 16_384), null, async ({ bytes }) => {
      for await (const part of bytes) expect(part.byteLength).toBeGreaterThan(0)
      await pause(5)
      if (entries++ === failing) throw new Error('the store is full')
    })
    await expect(reading).rejects.toThrow('the store is full')
    await pause(20)
  }
})
