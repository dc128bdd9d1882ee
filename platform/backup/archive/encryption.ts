import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { BackupError } from '#platform/backup/backup-error.ts'

/**
 * AES-256-GCM in chunks, as in the STREAM construction (ADR-55): the nonce contains the chunk number and
 * whether it is the last, so that chunks cannot be altered, reordered or cut off.
 */
const MAGIC = Buffer.from('NBBACKUP1')
const SALT_BYTES = 16
const NONCE_PREFIX_BYTES = 7
const HEADER_BYTES = MAGIC.length + SALT_BYTES + NONCE_PREFIX_BYTES
const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
const KEY_BYTES = 32
const SCRYPT_COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
const CIPHER = 'aes-256-gcm'

type Bytes = AsyncIterable<Uint8Array>
const deriveKey = promisify<string, Buffer, number, typeof SCRYPT_COST, Buffer>(scrypt)

/** How many bytes to read to recognise an encrypted archive. */
export const MAGIC_BYTES = MAGIC.length
export const isEncrypted = (start: Uint8Array): boolean => MAGIC.equals(start.subarray(0, MAGIC.length))

export async function* encrypt(plain: Bytes, passphrase: string): AsyncGenerator<Buffer> {
  const header = Buffer.concat([MAGIC, randomBytes(SALT_BYTES + NONCE_PREFIX_BYTES)])
  yield header
  const key = await keyOf(header, passphrase)
  for await (const { chunk, index, isLast } of inChunks(plain, CHUNK_BYTES)) {
    const cipher = createCipheriv(CIPHER, key, nonceOf(header, index, isLast)).setAAD(header)
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  }
}

/** Throws {@link BackupError} if the key is wrong, or a byte was changed or is missing. */
export async function* decrypt(encrypted: Bytes, passphrase: string): AsyncGenerator<Buffer> {
  let header: Buffer | undefined
  let key: Buffer | undefined
  for await (const { chunk, index, isLast } of inChunks(encrypted, CHUNK_BYTES + TAG_BYTES, HEADER_BYTES)) {
    if (!header || !key) {
      if (isLast) throw incompleteError()
      header = chunk
      key = await keyOf(header, passphrase)
      continue
    }
    if (chunk.length < TAG_BYTES) throw incompleteError()
    const decipher = createDecipheriv(CIPHER, key, nonceOf(header, index - 1, isLast))
      .setAAD(header)
      .setAuthTag(chunk.subarray(-TAG_BYTES))
    const plain = decipher.update(chunk.subarray(0, -TAG_BYTES))
    try {
      decipher.final()
    } catch {
      throw index === 1
        ? new BackupError(
            'BACKUP_KEY does not open this archive: it is another key, or the archive was changed.',
          )
        : incompleteError()
    }
    yield plain
  }
}

const incompleteError = () => new BackupError('The archive is damaged: a part was changed or is missing.')

const keyOf = (header: Buffer, passphrase: string) =>
  deriveKey(passphrase, header.subarray(MAGIC.length, MAGIC.length + SALT_BYTES), KEY_BYTES, SCRYPT_COST)

function nonceOf(header: Buffer, index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_PREFIX_BYTES + 5)
  header.copy(nonce, 0, HEADER_BYTES - NONCE_PREFIX_BYTES)
  nonce.writeUInt32BE(index, NONCE_PREFIX_BYTES)
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_PREFIX_BYTES + 4)
  return nonce
}

type Chunk = { chunk: Buffer; index: number; isLast: boolean }

/** Chunks have equal sizes, except the first if it has its own size, and the last, which may be empty. */
async function* inChunks(source: Bytes, size: number, firstSize = size): AsyncGenerator<Chunk> {
  let waiting: Uint8Array[] = []
  let length = 0
  let index = 0
  let wanted = firstSize
  for await (const bytes of source) {
    waiting.push(bytes)
    length += bytes.byteLength
    // Holds back the last byte, because only the next one shows that a chunk is not the last.
    if (length <= wanted) continue
    let joined = Buffer.concat(waiting)
    while (joined.length > wanted) {
      yield { chunk: joined.subarray(0, wanted), index: index++, isLast: false }
      joined = joined.subarray(wanted)
      wanted = size
    }
    waiting = [joined]
    length = joined.length
  }
  yield { chunk: Buffer.concat(waiting), index, isLast: true }
}
