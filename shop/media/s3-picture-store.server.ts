import { CONTENT_TYPE, pictureFormatOfKey, isPictureKey } from './picture-key.ts'
import type { PictureStore } from './picture-store.server.ts'
import {
  createS3Client,
  S3Unreachable,
  type S3Response,
  type S3Bucket,
  type S3RequestOptions,
} from './s3-requests.server.ts'

/** The same keys and refusals as the directory store. Throws if the store fails; a missing picture is null. */
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
          // Content-Length was sent already, and a proxy may truncate a body without an error.
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

export type S3CheckFailure = { reason: string; isTemporary: boolean }

/** Reading a missing key detects a wrong secret, a missing bucket and missing list permission. Null if there is no problem. */
export async function checkS3Bucket(
  s3Bucket: S3Bucket,
  options?: S3RequestOptions,
): Promise<S3CheckFailure | null> {
  try {
    const response = await createS3Client(s3Bucket, options)('GET', MISSING_KEY)
    const code = s3ErrorCode(response)
    if (isSuccess(response) || (response.status === 404 && code !== 'NoSuchBucket')) return null
    return {
      reason: `it answered ${response.status}${code && ` ${code}`}`,
      isTemporary: response.status >= 500 || response.status === 429,
    }
  } catch (problem) {
    if (!(problem instanceof S3Unreachable)) throw problem
    return { reason: 'nothing answered', isTemporary: true }
  }
}

const isSuccess = ({ status }: S3Response) => status >= 200 && status < 300

function readMetadata({ headers }: S3Response) {
  const size = Number(headers.get('content-length') ?? Number.NaN)
  const lastModified = new Date(headers.get('last-modified') ?? Number.NaN)
  if (Number.isNaN(size) || Number.isNaN(lastModified.getTime())) {
    throw new Error(
      'The picture store returned neither size nor time of a picture, so it is not S3-compatible.',
    )
  }
  // Proxies that inspect the body may weaken the ETag; the bytes are the same.
  const etag = /"[\x21\x23-\x7e]+"/.exec(headers.get('etag') ?? '')?.[0]
  return { size, lastModified, etag: etag ?? `"${size.toString(36)}-${lastModified.getTime().toString(36)}"` }
}

const s3ErrorCode = ({ bytes }: S3Response) =>
  /<Code>(\w{1,60})<\/Code>/.exec(new TextDecoder().decode(bytes.subarray(0, 2000)))?.[1] ?? ''

function requestFailed(method: string, key: string, response: S3Response): Error {
  return new Error(
    `The picture store answered ${method} of '${key}' with ${response.status} ${s3ErrorCode(response)}, ${response.bytes.byteLength} bytes.`,
  )
}
