import { CONTENT_TYPE, pictureFormatOfKey, isPictureKey } from '#shop/picture-key.ts'
import type { PictureStore } from './picture-store.server.ts'
import {
  createS3Client,
  isTemporaryStatus,
  S3Unavailable,
  type S3Response,
  type S3Bucket,
  type S3RequestOptions,
} from './s3-requests.server.ts'

/** Accepts and refuses the same keys as the folder store. Throws if the store fails; a missing picture is null. */
export function s3PictureStore(s3Bucket: S3Bucket, options?: S3RequestOptions): PictureStore {
  const request = createS3Client(s3Bucket, options)
  const assertPictureKey = (key: string) => {
    if (!isPictureKey(key))
      throw new Error(`'${key}' is not a key of the picture bucket. Make keys with picture-key.ts.`)
    return key
  }
  return {
    async write(key, bytes, contentType) {
      const expected = CONTENT_TYPE[pictureFormatOfKey(assertPictureKey(key))]
      if (contentType !== expected)
        throw new Error(`'${key}' would be served as ${expected}, but holds ${contentType}.`)
      const response = await request('PUT', key, { bytes, contentType })
      if (!isSuccess(response)) throw requestFailed('PUT', key, response)
    },
    async read(key) {
      if (!isPictureKey(key)) return null
      const head = await request('HEAD', key)
      if (head.status === 404) return null
      if (!isSuccess(head)) throw requestFailed('HEAD', key, head)
      const metadata = readMetadata(head)
      return {
        contentType: CONTENT_TYPE[pictureFormatOfKey(key)],
        ...metadata,
        async bytes() {
          const response = await request('GET', key)
          // Content-Length has been sent already, and a proxy may truncate a body without an error.
          if (!isSuccess(response) || response.bytes.byteLength !== metadata.size)
            throw requestFailed('GET', key, response)
          return response.bytes
        },
      }
    },
    async remove(key) {
      const response = await request('DELETE', assertPictureKey(key))
      if (!isSuccess(response) && response.status !== 404) throw requestFailed('DELETE', key, response)
    },
  }
}

const MISSING_KEY = 'categories/is-the-store-there-0.webp'

/** `hint` says what to do. */
export type S3CheckFailure = { reason: string; isTemporary: boolean; hint: string }

const RIGHTS_HINT = 'Give that key the right to list, read, write and delete there, or correct S3_BUCKET.'
const REGION_HINT = 'Correct S3_REGION'
const HINTS: Partial<Record<string, string>> = {
  SignatureDoesNotMatch: 'Correct S3_SECRET_KEY, or S3_ACCESS_KEY.',
  InvalidAccessKeyId: 'Correct S3_ACCESS_KEY.',
  NoSuchBucket: 'Make that bucket, or correct S3_BUCKET.',
  InvalidBucketName: 'Correct S3_BUCKET, or the path of S3_ENDPOINT.',
  AccessDenied: RIGHTS_HINT,
  AuthorizationHeaderMalformed: REGION_HINT,
  PermanentRedirect: REGION_HINT,
  RequestTimeTooSkewed: 'Set the clock of this machine.',
}

/**
 * Reads a missing key to detect a wrong secret, bucket or list permission; then writes and deletes a small
 * object. Null if there is no problem.
 */
export async function checkS3Bucket(
  s3Bucket: S3Bucket,
  options?: S3RequestOptions,
): Promise<S3CheckFailure | null> {
  const request = createS3Client(s3Bucket, options)
  try {
    const read = await request('GET', MISSING_KEY)
    const code = s3ErrorCode(read)
    if (!isSuccess(read) && (read.status !== 404 || code === 'NoSuchBucket' || !code))
      return checkFailure(read, 'it answered')
    const content = { bytes: Buffer.from('x'), contentType: CONTENT_TYPE.webp }
    const written = await request('PUT', MISSING_KEY, content)
    if (!isSuccess(written)) return checkFailure(written, 'it answered a write with')
    if (!written.headers.has('etag')) return notS3(written)
    const removed = await request('DELETE', MISSING_KEY)
    return isSuccess(removed) || removed.status === 404
      ? null
      : checkFailure(removed, 'it answered a removal with')
  } catch (problem) {
    if (!(problem instanceof S3Unavailable)) throw problem
    return { reason: 'nothing answered', isTemporary: true, hint: 'Start the store, or correct S3_ENDPOINT.' }
  }
}

function checkFailure(response: S3Response, what: string): S3CheckFailure {
  const code = s3ErrorCode(response)
  const isTemporary = isTemporaryStatus(response.status)
  if (!code && !isTemporary) return notS3(response)
  const [, region] = /<Region>([\w-]{1,40})<\/Region>/.exec(startOf(response)) ?? []
  const hint =
    HINTS[code] ?? 'Correct S3_*, or give that key the right to list, read, write and delete there.'
  return {
    reason: `${what} ${response.status}${code && ` ${code}`}`,
    isTemporary,
    hint: hint === REGION_HINT ? `${hint}${region ? `: the store is in ${region}` : ''}.` : hint,
  }
}

const notS3 = ({ status }: S3Response): S3CheckFailure => ({
  reason: `it answered ${status}, but not as an S3-compatible store does`,
  isTemporary: false,
  hint: 'Correct S3_ENDPOINT.',
})

const isSuccess = ({ status }: S3Response) => status >= 200 && status < 300

function readMetadata({ headers }: S3Response) {
  const size = Number(headers.get('content-length') ?? Number.NaN)
  const lastModified = new Date(headers.get('last-modified') ?? Number.NaN)
  if (Number.isNaN(size) || Number.isNaN(lastModified.getTime())) {
    throw new Error(
      'The picture store returned neither size nor time of a picture, so it is not S3-compatible.',
    )
  }
  // Proxies that inspect the body may weaken the ETag, although the bytes are the same.
  const etag = /"[\x21\x23-\x7e]+"/.exec(headers.get('etag') ?? '')?.[0]
  return { size, lastModified, etag: etag ?? `"${size.toString(36)}-${lastModified.getTime().toString(36)}"` }
}

const startOf = ({ bytes }: S3Response) => new TextDecoder().decode(bytes.subarray(0, 2000))

const s3ErrorCode = (response: S3Response) => /<Code>(\w{1,60})<\/Code>/.exec(startOf(response))?.[1] ?? ''

function requestFailed(method: string, key: string, response: S3Response): Error {
  const ErrorOfStatus = isTemporaryStatus(response.status) ? S3Unavailable : Error
  return new ErrorOfStatus(
    `The picture store answered ${method} of '${key}' with ${response.status} ${s3ErrorCode(response)}, ${response.bytes.byteLength} bytes.`,
  )
}
