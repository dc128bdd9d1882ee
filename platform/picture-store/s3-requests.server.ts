import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { createSemaphore } from '#platform/concurrency/semaphore.ts'

export type S3Bucket = {
  /** http or https, without a trailing slash; may have a path. */
  endpoint: string
  bucket: string
  accessKey: string
  secretKey: string
  region: string
}
export type S3Response = { status: number; headers: Headers; bytes: Uint8Array<ArrayBuffer> }
export type S3RequestFunction = (
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE',
  key: string,
  upload?: { bytes: Uint8Array; contentType: string },
  query?: Record<string, string>,
  headers?: Record<string, string>,
) => Promise<S3Response>
export type S3RequestOptions = { milliseconds?: number }

const REQUEST_TIMEOUT_MS = 10_000
const RETRY_DELAY_MS = 100
const MAX_ATTEMPTS = 3
/** The demo alone has six hundred files, and a hanging store must not accumulate connections. */
const MAX_CONCURRENT_REQUESTS = 24
/** A retry may help. */
export const isTemporaryStatus = (status: number) => status >= 500 || status === 408 || status === 429

/** No response in time, or a temporary failure; the message contains neither keys nor content. */
export class S3Unavailable extends Error {}

/** Retries temporary failures at most twice within the timeout, queueing included. Throws S3Unavailable without a response. */
export function createS3Client(
  { endpoint, bucket, accessKey, secretKey, region }: S3Bucket,
  options: S3RequestOptions = {},
): S3RequestFunction {
  const client = new AwsClient({ accessKeyId: accessKey, secretAccessKey: secretKey, region, service: 's3' })
  const withPermit = createSemaphore(MAX_CONCURRENT_REQUESTS)
  const sendOnce = async (init: RequestInit, url: string): Promise<S3Response> => {
    // The signal is passed to fetch() too: the signed Request refers to it weakly and loses it on garbage
    // collection.
    const response = await fetch(await client.sign(url, init), { signal: init.signal! })
    return {
      status: response.status,
      headers: response.headers,
      bytes: new Uint8Array(await response.arrayBuffer()),
    }
  }
  return (method, key, upload, query = {}, givenHeaders = {}) => {
    const path = key.split('/').map(encodeURIComponent).join('/')
    const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    const url = `${endpoint}/${bucket}/${path}${search.length > 0 ? `?${search.join('&')}` : ''}`
    const signal = AbortSignal.timeout(options.milliseconds ?? REQUEST_TIMEOUT_MS)
    const headers = {
      ...givenHeaders,
      // The hash is signed too, so that altered bytes are refused.
      'x-amz-content-sha256': createHash('sha256')
        .update(upload?.bytes ?? '')
        .digest('hex'),
      ...(upload && { 'content-type': upload.contentType }),
    }
    // A redirect means another region, where the signature would be wrong.
    const init: RequestInit = {
      method,
      headers,
      signal,
      redirect: 'manual',
      ...(upload && { body: new Uint8Array(upload.bytes) }),
    }
    return withPermit(async () => {
      for (let attemptsLeft = MAX_ATTEMPTS - 1; ; attemptsLeft -= 1) {
        const response = await sendOnce(init, url).catch((problem: unknown) => {
          if (attemptsLeft === 0 || signal.aborted) throw unreachable(method, key, problem)
        })
        if (response && (attemptsLeft === 0 || !isTemporaryStatus(response.status))) return response
        await pause(RETRY_DELAY_MS, undefined, { signal }).catch((problem: unknown) => {
          throw unreachable(method, key, problem)
        })
      }
    })
  }
}

function unreachable(method: string, key: string, problem: unknown): S3Unavailable {
  const { name, cause } = problem as Error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : name
  return new S3Unavailable(`The picture store did not answer ${method} of '${key}' (${code}).`, {
    cause: problem,
  })
}
