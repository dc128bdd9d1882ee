import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'
import { createTarPacker } from 'modern-tar'
import { allOrFirstCause } from './first-cause.ts'
import { encrypt } from './encryption.ts'
import { HEADER_ENTRY, SUMMARY_ENTRY, type ArchiveHeader, type ArchiveSummary } from './archive-format.ts'

export type ArchiveWriter = {
  add(name: string, bytes: Uint8Array): Promise<void>
  finish(summary: Omit<ArchiveSummary, 'sha256'>): Promise<ArchiveSummary>
}
export type ByteSink = (bytes: AsyncIterable<Uint8Array>) => Promise<void>

/** Calls `write` to add the entries, while `sink` stores the compressed and, with a key, encrypted bytes. */
export async function writeArchive<Result>(
  { header, key, sink }: { header: ArchiveHeader; key: string | null; sink: ByteSink },
  write: (archive: ArchiveWriter) => Promise<Result>,
): Promise<Result> {
  const { readable, controller } = createTarPacker()
  const sha256 = createHash('sha256')
  const addEntry = async (name: string, bytes: Uint8Array) => {
    const body = controller.add({ name, size: bytes.byteLength, mode: 0o600 }).getWriter()
    await body.write(bytes)
    await body.close()
  }
  const archive: ArchiveWriter = {
    async add(name, bytes) {
      sha256.update(`${name} ${bytes.byteLength}\n`).update(bytes)
      await addEntry(name, bytes)
    },
    async finish(content) {
      const summary = { ...content, sha256: sha256.digest('hex') }
      await addEntry(SUMMARY_ENTRY, toJson(summary))
      controller.finalize()
      return summary
    },
  }
  const storing = pipeline(
    readable,
    // Pictures are compressed already, and rows compress well at any level.
    createGzip({ level: constants.Z_BEST_SPEED }),
    (compressed: AsyncIterable<Uint8Array>) => (key === null ? compressed : encrypt(compressed, key)),
    sink,
  )
  const [written] = await allOrFirstCause([addAll(), storing])
  return written

  async function addAll() {
    try {
      await archive.add(HEADER_ENTRY, toJson(header))
      return await write(archive)
    } catch (problem) {
      controller.error(problem)
      throw problem
    }
  }
}

const toJson = (value: unknown) => Buffer.from(JSON.stringify(value, null, 1))
