import { createHash } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ReadableStream as WebStream } from 'node:stream/web'
import { createGunzip } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import { BackupError } from '#platform/backup/backup-error.ts'
import { allOrFirstCause } from './first-cause.ts'
import { decrypt, isEncrypted, MAGIC_BYTES } from './encryption.ts'
import {
  ARCHIVE_FORMAT,
  archiveHeader,
  archiveSummary,
  HEADER_ENTRY,
  SUMMARY_ENTRY,
  type ArchiveHeader,
  type ArchiveSummary,
} from './archive-format.ts'

export type ArchiveEntry = { name: string; size: number; bytes: AsyncIterable<Uint8Array> }
/** Each entry must be read to its end before the next. */
type ReadEntry = (entry: ArchiveEntry, header: ArchiveHeader) => Promise<void>

const GZIP_START = Buffer.from([0x1f, 0x8b])
const MAX_JSON_BYTES = 4 * 1024 * 1024

/**
 * Calls `readEntry` for each entry between the first and the last. Throws {@link BackupError} if the key is wrong or the archive is damaged
 * or of another format; because that may be known only at the end, keep nothing before.
 */
export async function readArchive(
  source: AsyncIterable<Uint8Array>,
  key: string | null,
  readEntry: ReadEntry,
): Promise<{ header: ArchiveHeader; summary: ArchiveSummary }> {
  const tar = new PassThrough()
  const { bytes, start } = await peek(source)
  const unpacking = pipeline(openEncryption(bytes, start, key), createGunzip(), tar)
  const reading = readEntries(tar, readEntry).catch((problem: unknown) => {
    tar.destroy(problem as Error)
    throw problem
  })
  const [read] = await allOrFirstCause([reading, unpacking]).catch((problem: unknown) => {
    throw toBackupError(problem)
  })
  return read
}

function openEncryption(bytes: AsyncIterable<Uint8Array>, start: Uint8Array, key: string | null) {
  if (isEncrypted(start)) {
    if (key === null)
      throw new BackupError('The archive is encrypted. Set BACKUP_KEY to the key it was made with.')
    return decrypt(bytes, key)
  }
  if (!GZIP_START.equals(start.subarray(0, GZIP_START.length)))
    throw new BackupError('This file is no backup of the shop.')
  return bytes
}

async function readEntries(tar: PassThrough, readEntry: ReadEntry) {
  // Readable.toWeb throws outside of any promise if bytes arrive after a failure.
  const entries = (WebStream.from(tar) as ReadableStream<Uint8Array>).pipeThrough(
    createTarDecoder({ strict: true }),
  )
  const sha256 = createHash('sha256')
  let header: ArchiveHeader | undefined
  let summary: ArchiveSummary | undefined
  for await (const { header: entry, body } of entries) {
    if (summary) throw damagedError('an entry follows the last one')
    if (entry.name === SUMMARY_ENTRY) {
      summary = archiveSummary.parse(await readJson(body))
      continue
    }
    sha256.update(`${entry.name} ${entry.size}\n`)
    const hashed = hashing(body, sha256)
    if (header) await readEntry({ name: entry.name, size: entry.size, bytes: hashed }, header)
    else if (entry.name === HEADER_ENTRY) header = parseHeader(await readJson(hashed))
    else throw new BackupError('This file is no backup of the shop.')
  }
  if (!header || !summary) throw damagedError('its end is missing')
  if (sha256.digest('hex') !== summary.sha256) throw damagedError('its checksum is wrong')
  return { header, summary }
}

function parseHeader(json: unknown): ArchiveHeader {
  const format = (json as { format?: unknown } | null)?.format
  if (typeof format === 'number' && format > ARCHIVE_FORMAT)
    throw new BackupError(
      'The archive was made by a newer version of the shop. Use that version or a newer one.',
    )
  return archiveHeader.parse(json)
}

const damagedError = (how: string) => new BackupError(`The archive is damaged: ${how}.`)

/** Replaces library errors about damaged bytes; errors of reading or writing files keep their message. */
function toBackupError(problem: unknown): unknown {
  if (problem instanceof BackupError) return problem
  const { code = '', message, name } = problem as NodeJS.ErrnoException
  const isDamage =
    code.startsWith('Z_') || name === 'ZodError' || /\btar\b|unexpected end|JSON/i.test(message)
  return isDamage
    ? new BackupError('The archive is damaged: a part was changed or is missing.', { cause: problem })
    : problem
}

async function* hashing(body: AsyncIterable<Uint8Array>, sha256: ReturnType<typeof createHash>) {
  for await (const bytes of body) {
    sha256.update(bytes)
    yield bytes
  }
}

async function readJson(body: AsyncIterable<Uint8Array>): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const bytes of body) {
    chunks.push(bytes)
    if ((length += bytes.byteLength) > MAX_JSON_BYTES) throw damagedError('an entry is too long')
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

/** The first bytes show whether the archive is encrypted. */
async function peek(source: AsyncIterable<Uint8Array>) {
  const iterator = source[Symbol.asyncIterator]()
  let start: Buffer = Buffer.alloc(0)
  let isAtEnd = false
  while (start.length < MAGIC_BYTES && !isAtEnd) {
    const next = await iterator.next()
    if (next.done) isAtEnd = true
    else start = Buffer.concat([start, next.value])
  }
  async function* bytes() {
    try {
      yield start
      if (isAtEnd) return
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
    } finally {
      await iterator.return?.()
    }
  }
  return { start, bytes: bytes() }
}
