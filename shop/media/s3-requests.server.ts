import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { turns } from '#shop/concurrency/semaphore.ts'

/** A bucket in a store that speaks as Amazon's S3 does (D3). */
export type S3Bucket = {
  /** http or https, without a slash at its end; may have a path of its own. */
  endpoint: string
  bucket: string
  accessKey: string
  secretKey: string
  region: string
}
export type S3Answer = { status: number; headers: Headers; bytes: Uint8Array<ArrayBuffer> }
export type S3Ask = (method: 'GET' | 'HEAD' | 'PUT' | 'DELETE', key: string, sent?: { bytes: Uint8Array; contentType: string }) => Promise<S3Answer>
export type S3Patience = { milliseconds?: number }

const PATIENCE_MILLISECONDS = 10_000
const BETWEEN_TRIES_MILLISECONDS = 100
const TRIES = 3
/** The demo's pictures alone are six hundred files, and a store that hangs must not collect connections. */
const AT_ONCE = 24
const LET_IN_LATER = new Set([408, 429, 500, 502, 503, 504])

/** The store could not be reached, or not in time; what was sent and the keys are not told. */
export class S3Silent extends Error {}

/**
 * Asks the store with path-style addresses and Signature V4. What it cannot answer now is asked again, twice at most and within
 * `milliseconds` altogether, waiting for a turn included: each of these requests may be made twice without harm.
 * Out: its answer with the body whole, whatever the status. Throws S3Silent where there is none.
 */
export function s3Requests({ endpoint, bucket, accessKey, secretKey, region }: S3Bucket, patience: S3Patience = {}): S3Ask {
  const client = new AwsClient({ accessKeyId: accessKey, secretAccessKey: secretKey, region, service: 's3' })
  const inTurn = turns(AT_ONCE)
  const once = async (init: RequestInit, url: string): Promise<S3Answer> => {
    const answer = await fetch(await client.sign(url, init))
    return { status: answer.status, headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) }
  }
  return (method, key, sent) => {
    const url = `${endpoint}/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`
    const signal = AbortSignal.timeout(patience.milliseconds ?? PATIENCE_MILLISECONDS)
    const headers = {
      // Signed with the rest, so that bytes that were changed on the way are refused.
      'x-amz-content-sha256': createHash('sha256').update(sent?.bytes ?? '').digest('hex'),
      ...(sent && { 'content-type': sent.contentType }),
    }
    // A redirect is another region's: the signature would be wrong there, and the settings are wrong here.
    const init: RequestInit = { method, headers, signal, redirect: 'manual', ...(sent && { body: new Uint8Array(sent.bytes) }) }
    return inTurn(async () => {
      for (let left = TRIES - 1; ; left -= 1) {
        const answer = await once(init, url).catch((problem: unknown) => {
          if (left === 0 || signal.aborted) throw silent(method, key, problem)
        })
        if (answer && (left === 0 || !LET_IN_LATER.has(answer.status))) return answer
        await pause(BETWEEN_TRIES_MILLISECONDS, undefined, { signal }).catch((problem: unknown) => {
          throw silent(method, key, problem)
        })
      }
    })
  }
}

function silent(method: string, key: string, problem: unknown): S3Silent {
  const { name, cause } = problem as Error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : name
  return new S3Silent(`The picture store did not answer ${method} of '${key}' (${code}).`, { cause: problem })
}
