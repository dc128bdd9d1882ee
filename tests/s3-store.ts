import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { S3Bucket } from '#shop/media/s3-requests.server.ts'

export type Mood = 'well' | 'slow' | 'failing' | 'failing once' | 'failing to remove' | 'cutting off'
type Kept = { bytes: Buffer; contentType: string; at: Date }

const SLOW_MILLISECONDS = 1_500
const SKEW_MILLISECONDS = 900_000
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
/** RFC 3986 as S3 has it: everything but letters, figures and -._~ is encoded, and once. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** A store that speaks as S3 does, in memory: it works out every signature itself and refuses a wrong one. */
export async function anS3Store() {
  const objects = new Map<string, Kept>()
  const asked: string[] = []
  const state = { mood: 'well' as Mood, slowMilliseconds: SLOW_MILLISECONDS, atOnce: 0, mostAtOnce: 0 }
  const secrets = { bucket: 'pictures', accessKey: 'AKIAPEPPER', secretKey: 'vine/and+cardamom=', region: 'eu-west-2' }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request)
    asked.push(`${request.method} ${request.url}`)
    const { mood } = state
    if (mood === 'slow') await pause(state.slowMilliseconds)
    if (mood === 'failing once') state.mood = 'well'
    if (mood === 'failing to remove' ? request.method === 'DELETE' : mood.startsWith('failing')) return refuse(response, 500, 'InternalError')
    const wrong = whatIsWrong(request, body, secrets)
    if (wrong) return refuse(response, 403, wrong)
    const [, bucket, ...segments] = request.url!.split('/').map(decodeURIComponent)
    if (bucket !== secrets.bucket) return refuse(response, 404, 'NoSuchBucket')
    const key = segments.join('/')
    if (request.method === 'PUT') {
      objects.set(key, { bytes: body, contentType: request.headers['content-type'] ?? '', at: new Date() })
      return response.writeHead(200, { etag: tagOf(body) }).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return response.writeHead(204).end()
    }
    const found = objects.get(key)
    if (!found) return refuse(response, 404, 'NoSuchKey')
    response.writeHead(200, {
      etag: tagOf(found.bytes), 'last-modified': found.at.toUTCString(),
      'content-length': found.bytes.byteLength, 'content-type': found.contentType,
    })
    if (mood === 'cutting off' && request.method === 'GET') return response.write(found.bytes.subarray(0, 2), () => response.destroy())
    return response.end(request.method === 'HEAD' ? undefined : found.bytes)
  }
  const server = createServer((request, response) => {
    state.mostAtOnce = Math.max(state.mostAtOnce, ++state.atOnce)
    void answer(request, response).finally(() => (state.atOnce -= 1))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    objects, asked, state, at: { endpoint, ...secrets } satisfies S3Bucket,
    settings: {
      S3_ENDPOINT: endpoint, S3_BUCKET: secrets.bucket, S3_ACCESS_KEY: secrets.accessKey,
      S3_SECRET_KEY: secrets.secretKey, S3_REGION: secrets.region,
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const tagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`

const refuse = (response: ServerResponse, status: number, code: string) =>
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)

/** Signature V4 as Amazon's manual describes it; the code S3 would refuse with, or undefined. */
function whatIsWrong({ method, url, headers }: IncomingMessage, body: Buffer, keys: Omit<S3Bucket, 'endpoint' | 'bucket'>) {
  const parts = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/
    .exec(headers.authorization ?? '')
  if (!parts) return 'AccessDenied'
  const [, accessKey, day, region, names, signature] = parts as unknown as [string, string, string, string, string, string]
  if (accessKey !== keys.accessKey) return 'InvalidAccessKeyId'
  if (region !== keys.region) return 'AuthorizationHeaderMalformed'
  const time = String(headers['x-amz-date'])
  const at = Date.parse(time.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'))
  if (!time.startsWith(day) || !(Math.abs(at - Date.now()) < SKEW_MILLISECONDS)) return 'RequestTimeTooSkewed'
  const signed = names.split(';')
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name))) return 'AccessDenied'
  if (headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const [path, query = ''] = url!.split('?') as [string, string?]
  const canonical = [
    method, path.split('/').map((segment) => encoded(decodeURIComponent(segment))).join('/'), query,
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`), '', names, sha256(body),
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', time, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${keys.secretKey}`)
  return hmac(key, toSign).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch'
}
