import {
  createS3Client,
  type S3Bucket,
  type S3RequestOptions,
  type S3Response,
} from '#platform/picture-store/s3-requests.server.ts'
import { BackupError } from '#platform/backup/backup-error.ts'
import type { ArchiveStore } from './archive-store.ts'

/** Size of each uploaded part except the last; S3 allows 10,000 parts of at least 5 MiB. */
const PART_BYTES = 16 * 1024 * 1024
/** Uploading a part takes longer than a picture. */
const REQUEST_TIMEOUT_MS = 120_000
const CONTENT_TYPE = 'application/octet-stream'

/** Uses a multipart upload, so that the object is visible only when it is complete. */
export function s3ArchiveStore(bucket: S3Bucket, prefix: string, options?: S3RequestOptions): ArchiveStore {
  const request = createS3Client(bucket, { milliseconds: REQUEST_TIMEOUT_MS, ...options })
  const keyOf = (name: string) => (prefix ? `${prefix}/${name}` : name)
  const locationOf = (name: string) => `s3://${bucket.bucket}/${keyOf(name)}`
  const waitFor = (what: string, asked: Promise<S3Response>): Promise<S3Response> =>
    asked.catch((problem: unknown) => {
      throw new BackupError(`The store at ${bucket.endpoint} did not answer ${what}.`, { cause: problem })
    })
  const checkSuccess = (what: string, response: S3Response): S3Response => {
    if (response.status >= 200 && response.status < 300 && !/^<\?xml[^>]*>\s*<Error>/.test(textOf(response)))
      return response
    const code = firstOf(textOf(response), 'Code')
    throw new BackupError(
      `The store at ${bucket.endpoint}/${bucket.bucket} refused ${what}: ${response.status} ${code ?? ''}`.trim() +
        '.',
    )
  }
  const succeed = async (what: string, asked: Promise<S3Response>): Promise<S3Response> =>
    checkSuccess(what, await waitFor(what, asked))

  async function findObject(name: string): Promise<S3Response> {
    const location = locationOf(name)
    const response = await waitFor(location, request('HEAD', keyOf(name)))
    if (response.status === 404)
      throw new BackupError(`${location} does not exist: the store at ${bucket.endpoint} answered 404.`)
    return checkSuccess(location, response)
  }

  async function upload(key: string, bytes: AsyncIterable<Uint8Array>, query: { uploadId: string }) {
    const parts: string[] = []
    let size = 0
    for await (const part of inParts(bytes)) {
      const partNumber = String(parts.length + 1)
      const response = await succeed(
        'a part of the backup',
        request('PUT', key, { bytes: part, contentType: CONTENT_TYPE }, { partNumber, ...query }),
      )
      parts.push(response.headers.get('etag') ?? '')
      size += part.byteLength
    }
    const listed = parts.map(
      (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
    )
    const body = Buffer.from(`<CompleteMultipartUpload>${listed.join('')}</CompleteMultipartUpload>`)
    await succeed(
      'the end of the backup',
      request('POST', key, { bytes: body, contentType: 'application/xml' }, query),
    )
    return size
  }

  return {
    locationOf,
    async write(name, bytes) {
      const key = keyOf(name)
      const started = await succeed(
        'a new backup',
        request('POST', key, { bytes: new Uint8Array(), contentType: CONTENT_TYPE }, { uploads: '' }),
      )
      const uploadId = firstOf(textOf(started), 'UploadId')
      if (!uploadId) throw new BackupError(`The store at ${bucket.endpoint} does not take uploads in parts.`)
      try {
        return await upload(key, bytes, { uploadId })
      } catch (problem) {
        await request('DELETE', key, undefined, { uploadId }).catch(() => {})
        throw problem
      }
    },
    async *read(name) {
      const key = keyOf(name)
      const head = await findObject(name)
      const size = Number(head.headers.get('content-length'))
      for (let from = 0; from < size; from += PART_BYTES) {
        const range = `bytes=${from}-${Math.min(size, from + PART_BYTES) - 1}`
        const response = await succeed('a part of the backup', request('GET', key, undefined, {}, { range }))
        yield response.bytes
      }
    },
    async list() {
      const names: string[] = []
      for (let token: string | null = ''; token !== null;) {
        const query: Record<string, string> = {
          'list-type': '2',
          prefix: keyOf(''),
          ...(token && { 'continuation-token': token }),
        }
        const text = textOf(await succeed('the list of backups', request('GET', '', undefined, query)))
        names.push(...allOf(text, 'Key').map((key) => key.slice(keyOf('').length)))
        token = firstOf(text, 'NextContinuationToken')
      }
      return names
    },
    async remove(name) {
      await succeed('the removal of an old backup', request('DELETE', keyOf(name)))
    },
  }
}

async function* inParts(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const bytes of source) {
    waiting.push(bytes)
    length += bytes.byteLength
    if (length < PART_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(waiting)
}

/** S3 responses are flat, and archive names and tokens need no other entities. */
const allOf = (xml: string, tag: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, value = '']) =>
    value.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  )
const firstOf = (xml: string, tag: string): string | null => allOf(xml, tag)[0] ?? null
const textOf = ({ bytes, headers }: S3Response): string =>
  /xml/.test(headers.get('content-type') ?? '') || bytes.byteLength < 64 * 1024
    ? Buffer.from(bytes).toString('utf8')
    : ''
