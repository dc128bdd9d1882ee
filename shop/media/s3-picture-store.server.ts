import { CONTENT_TYPE, formatOfKey, isPictureKey } from './picture-key.ts'
import type { PictureStore } from './picture-store.server.ts'
import { s3Requests, S3Silent, type S3Answer, type S3Bucket, type S3Patience } from './s3-requests.server.ts'

/**
 * The bucket `product-images` in any S3-compatible store (D3), with the same keys and the same refusals as the folder. Type and
 * ending belong together here too: whatever the store says, a picture is served as what its key names.
 * Throws when the store fails, as the folder does when the disk fails; what is not there is null.
 */
export function s3PictureStore(at: S3Bucket, patience?: S3Patience): PictureStore {
  const ask = s3Requests(at, patience)
  const checked = (key: string) => {
    if (!isPictureKey(key)) throw new Error(`'${key}' is not a key of the picture bucket. Make keys with picture-key.ts.`)
    return key
  }
  return {
    async write(key, bytes, contentType) {
      const expected = CONTENT_TYPE[formatOfKey(checked(key))]
      if (contentType !== expected) throw new Error(`'${key}' would be served as ${expected}, but holds ${contentType}.`)
      const answer = await ask('PUT', key, { bytes, contentType })
      if (!isDone(answer)) throw failed('PUT', key, answer)
    },
    async read(key) {
      if (!isPictureKey(key)) return null
      const found = await ask('HEAD', key)
      if (found.status === 404) return null
      if (!isDone(found)) throw failed('HEAD', key, found)
      const facts = factsOf(found)
      return {
        contentType: CONTENT_TYPE[formatOfKey(key)],
        ...facts,
        async bytes() {
          const answer = await ask('GET', key)
          // Its length is promised already by now, and a proxy in between may end a body early without a word.
          if (!isDone(answer) || answer.bytes.byteLength !== facts.size) throw failed('GET', key, answer)
          return answer.bytes
        },
      }
    },
    async remove(key) {
      const answer = await ask('DELETE', checked(key))
      if (!isDone(answer) && answer.status !== 404) throw failed('DELETE', key, answer)
    },
  }
}

/** Never a picture's: its time is that of no upload. */
const NEVER_THERE = 'categories/is-the-store-there-0.webp'

export type S3Obstacle = { reason: string; isForNow: boolean }

/**
 * What keeps the bucket from being used, in a few words, or null. Asks for a picture that is not there: the answer names
 * a wrong secret, a missing bucket, and the missing right to be told what is absent. `isForNow` when nothing answered or the store itself failed.
 */
export async function s3Obstacle(at: S3Bucket, patience?: S3Patience): Promise<S3Obstacle | null> {
  try {
    const answer = await s3Requests(at, patience)('GET', NEVER_THERE)
    const code = codeOf(answer)
    if (isDone(answer) || (answer.status === 404 && code !== 'NoSuchBucket')) return null
    return { reason: `it answered ${answer.status}${code && ` ${code}`}`, isForNow: answer.status >= 500 || answer.status === 429 }
  } catch (problem) {
    if (!(problem instanceof S3Silent)) throw problem
    return { reason: 'nothing answered', isForNow: true }
  }
}

const isDone = ({ status }: S3Answer) => status >= 200 && status < 300

function factsOf({ headers }: S3Answer) {
  const size = Number(headers.get('content-length') ?? Number.NaN)
  const lastModified = new Date(headers.get('last-modified') ?? Number.NaN)
  if (Number.isNaN(size) || Number.isNaN(lastModified.getTime())) {
    throw new Error('The picture store told neither size nor time of a picture: it does not speak as S3 does.')
  }
  // Some proxies weaken the tag when they look into the body; the bytes are the same.
  const etag = /"[\x21\x23-\x7e]+"/.exec(headers.get('etag') ?? '')?.[0]
  return { size, lastModified, etag: etag ?? `"${size.toString(36)}-${lastModified.getTime().toString(36)}"` }
}

/** The store's own word for what is wrong, such as SignatureDoesNotMatch; a HEAD has none. */
const codeOf = ({ bytes }: S3Answer) => /<Code>(\w{1,60})<\/Code>/.exec(new TextDecoder().decode(bytes.subarray(0, 2000)))?.[1] ?? ''

function failed(method: string, key: string, answer: S3Answer): Error {
  return new Error(`The picture store answered ${method} of '${key}' with ${answer.status} ${codeOf(answer)}, ${answer.bytes.byteLength} bytes.`)
}
