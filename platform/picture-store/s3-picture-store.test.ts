import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startFakeS3Store } from '#tests/fixtures/shops/fake-s3-store.ts'
import { checkS3Bucket, s3PictureStore } from './s3-picture-store.server.ts'
import { S3Unavailable, type S3Bucket } from './s3-requests.server.ts'

let s3: Awaited<ReturnType<typeof startFakeS3Store>>
beforeAll(async () => void (s3 = await startFakeS3Store()))
afterAll(() => s3.stop())
beforeEach(() => {
  s3.objects.clear()
  s3.asked.length = 0
  Object.assign(s3.state, { mood: 'well', failingStatus: 500, slowMilliseconds: 1_500, mostAtOnce: 0 })
})

const key = 'products/honey/forest-1.webp'
const SOON = { milliseconds: 300 }
const storeAt = (other: Partial<S3Bucket> = {}, patience?: { milliseconds: number }) =>
  s3PictureStore({ ...s3.at, ...other }, patience)
const text = async (stored: { bytes(): Promise<Uint8Array> } | null) =>
  Buffer.from(await stored!.bytes()).toString()
async function closedEndpoint() {
  const other = await startFakeS3Store()
  await other.stop()
  return other.at.endpoint
}

describe('A bucket in an S3-compatible store', () => {
  test('PICTURE-6 written pictures are read again, with type, time, size and an ETag that follows the bytes', async () => {
    const store = storeAt()
    await store.write(key, Buffer.from('first'), 'image/webp')
    expect(s3.objects.get(key)).toMatchObject({ bytes: Buffer.from('first'), contentType: 'image/webp' })
    const first = await store.read(key)
    expect(first).toMatchObject({
      contentType: 'image/webp',
      size: 5,
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    })
    expect(Math.abs(first!.lastModified.getTime() - Date.now())).toBeLessThan(10_000)
    expect(await text(first)).toBe('first')
    await store.write(key, Buffer.from('second'), 'image/webp')
    const second = await store.read(key)
    expect(await text(second)).toBe('second')
    expect(second!.etag).not.toBe(first!.etag)
  })

  test('metadata needs no body, and the URL is path-style', async () => {
    const store = storeAt()
    await store.write(key, Buffer.from('first'), 'image/webp')
    await store.read(key)
    expect(s3.asked).toEqual([`PUT /pictures/${key}`, `HEAD /pictures/${key}`])
  })

  test.each([
    ['products/honey/forest-1@480.avif', 'image/avif'],
    ['categories/tea-1@share.jpg', 'image/jpeg'],
    [`products/${'a'.repeat(255)}/${'b'.repeat(240)}.webp`, 'image/webp'],
    ['categories/--.webp', 'image/webp'],
  ])('PICTURE-6 the key %s is signed as it is sent', async (oddKey, contentType) => {
    const store = storeAt()
    await store.write(oddKey, Buffer.from('bytes'), contentType)
    expect([...s3.objects.keys()]).toEqual([oddKey])
    expect(await store.read(oddKey)).toMatchObject({ contentType, size: 5 })
    await store.remove(oddKey)
    expect(s3.objects.size).toBe(0)
  })

  test('removing twice is no error, and the picture is not found', async () => {
    const store = storeAt()
    await store.write(key, Buffer.from('x'), 'image/webp')
    await store.remove(key)
    await store.remove(key)
    expect(await store.read(key)).toBeNull()
    expect(await store.read('categories/never-1.avif')).toBeNull()
  })

  test('PICTURE-8 an invalid key is never sent to the store', async () => {
    const store = storeAt()
    for (const bad of [
      '../secret-1.webp',
      'products/../../other/secret-1.webp',
      'categories/a.webp?acl',
      'categories/é.webp',
    ]) {
      expect(await store.read(bad)).toBeNull()
      await expect(store.write(bad, Buffer.from('x'), 'image/webp')).rejects.toThrow('is not a key')
      await expect(store.remove(bad)).rejects.toThrow('is not a key')
    }
    expect(s3.asked).toEqual([])
  })

  test('PICTURE-8 bytes are never stored under another type’s extension, nor served as the type the store returns', async () => {
    const store = storeAt()
    await expect(store.write(key, Buffer.from('<script>'), 'text/html')).rejects.toThrow(
      'would be served as image/webp',
    )
    s3.objects.set(key, { bytes: Buffer.from('<script>'), contentType: 'text/html', at: new Date() })
    expect(await store.read(key)).toMatchObject({ contentType: 'image/webp' })
  })

  test('concurrent requests are limited', async () => {
    Object.assign(s3.state, { mood: 'slow', slowMilliseconds: 40 })
    const store = storeAt()
    await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        store.write(`categories/tea-${n}.webp`, Buffer.from('x'), 'image/webp'),
      ),
    )
    expect(s3.objects.size).toBe(100)
    expect(s3.state.mostAtOnce).toBe(24)
  })
})

describe('PICTURE-7 A failing store throws and is not a missing picture', () => {
  const all = (store: ReturnType<typeof storeAt>) =>
    Promise.all(
      [store.write(key, Buffer.from('x'), 'image/webp'), store.read(key), store.remove(key)].map((each) =>
        each.then(
          (value) => `done: ${String(value)}`,
          (problem: Error) => problem.message,
        ),
      ),
    )

  test.each([
    ['another secret', { secretKey: 'not the secret' }, 'SignatureDoesNotMatch'],
    ['another access key', { accessKey: 'AKIANOBODY' }, 'InvalidAccessKeyId'],
    ['another region', { region: 'mars-1' }, 'AuthorizationHeaderMalformed'],
  ])('PICTURE-7 %s is refused by the store, and the error has no secret', async (_, other, code) => {
    const messages = await all(storeAt(other))
    expect(messages).toEqual([
      `The picture store answered PUT of '${key}' with 403 ${code}, ${messages[0]!.match(/\d+(?= bytes)/)![0]} bytes.`,
      `The picture store answered HEAD of '${key}' with 403 , 0 bytes.`,
      expect.stringContaining(`DELETE of '${key}' with 403 ${code}`),
    ])
    expect(messages.join(' ')).not.toMatch(/AKIA|secret|vine/)
    // Retrying would not help.
    await expect(storeAt(other).read(key)).rejects.not.toBeInstanceOf(S3Unavailable)
    expect(s3.objects.size).toBe(0)
  })

  test('an unreachable one', async () => {
    const messages = await all(storeAt({ endpoint: await closedEndpoint() }))
    expect(messages).toEqual(
      ['PUT', 'HEAD', 'DELETE'].map(
        (verb) => `The picture store did not answer ${verb} of '${key}' (ECONNREFUSED).`,
      ),
    )
  })

  test('one that is too slow, also for queued requests', async () => {
    s3.state.mood = 'slow'
    const store = storeAt({}, SOON)
    const messages = await Promise.all(
      Array.from({ length: 60 }, () =>
        store.read(key).then(
          () => 'read',
          (problem: Error) => problem.message,
        ),
      ),
    )
    expect(new Set(messages)).toEqual(
      new Set([`The picture store did not answer HEAD of '${key}' (TimeoutError).`]),
    )
  })

  test('one that hangs, although memory is collected meanwhile', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    Object.assign(s3.state, { mood: 'slow', slowMilliseconds: 3_000 })
    const collecting = setInterval(collect, 20)
    const outcome = await storeAt({}, SOON)
      .read(key)
      .catch((problem: Error) => problem.message)
      .finally(() => clearInterval(collecting))
    expect(outcome).toBe(`The picture store did not answer HEAD of '${key}' (TimeoutError).`)
  })

  test('one that responds 500 gets three requests, and may recover', async () => {
    s3.state.mood = 'failing'
    expect(await all(storeAt())).toEqual(
      ['PUT', 'HEAD', 'DELETE'].map((verb) =>
        expect.stringContaining(`answered ${verb} of '${key}' with 500`),
      ),
    )
    expect(s3.asked).toHaveLength(9)
    await expect(storeAt().read(key)).rejects.toBeInstanceOf(S3Unavailable)
    s3.state.mood = 'failing once'
    await storeAt().write(key, Buffer.from('late'), 'image/webp')
    expect(s3.objects.get(key)?.bytes.toString()).toBe('late')
  })

  test.each([408, 429, 502, 503, 504])(
    'one that responds %i is tried again, and fails for now',
    async (status) => {
      Object.assign(s3.state, { mood: 'failing', failingStatus: status })
      await expect(storeAt().read(key)).rejects.toBeInstanceOf(S3Unavailable)
      expect(s3.asked).toHaveLength(3)
    },
  )

  test('one that truncates a picture', async () => {
    const store = storeAt()
    await store.write(key, Buffer.from('a whole picture'), 'image/webp')
    const picture = await store.read(key)
    s3.state.mood = 'cutting off'
    await expect(picture!.bytes()).rejects.toThrow(`did not answer GET of '${key}'`)
    s3.state.mood = 'well'
    s3.objects.set(key, { bytes: Buffer.from('half'), contentType: 'image/webp', at: new Date() })
    await expect(picture!.bytes()).rejects.toThrow('with 200 , 4 bytes')
  })
})

describe('PICTURE-7 The bucket check at startup', () => {
  test.each<[string, Partial<S3Bucket>, object | null]>([
    ['nothing', {}, null],
    [
      'another secret',
      { secretKey: 'x' },
      {
        reason: 'it answered 403 SignatureDoesNotMatch',
        isTemporary: false,
        hint: 'Correct S3_SECRET_KEY, or S3_ACCESS_KEY.',
      },
    ],
    [
      'another access key',
      { accessKey: 'AKIANOBODY' },
      { reason: 'it answered 403 InvalidAccessKeyId', isTemporary: false, hint: 'Correct S3_ACCESS_KEY.' },
    ],
    [
      'another region',
      { region: 'mars-1' },
      {
        reason: 'it answered 403 AuthorizationHeaderMalformed',
        isTemporary: false,
        hint: 'Correct S3_REGION: the store is in eu-west-2.',
      },
    ],
    [
      'a missing bucket',
      { bucket: 'elsewhere' },
      {
        reason: 'it answered 404 NoSuchBucket',
        isTemporary: false,
        hint: 'Make that bucket, or correct S3_BUCKET.',
      },
    ],
  ])('%s', async (_, other, failure) => {
    expect(await checkS3Bucket({ ...s3.at, ...other })).toEqual(failure)
    expect(s3.objects.size).toBe(0)
  })

  test('a key that may only read is refused', async () => {
    s3.state.mood = 'reading only'
    expect(await checkS3Bucket(s3.at)).toEqual({
      reason: 'it answered a write with 403 AccessDenied',
      isTemporary: false,
      hint: 'Give that key the right to list, read, write and delete there, or correct S3_BUCKET.',
    })
  })

  test.each([200, 404])(
    'a server that is no S3-compatible store is refused, with status %i',
    async (status) => {
      const server = createServer((_, response) => response.writeHead(status).end('<p>Hello</p>')).listen(
        0,
        '127.0.0.1',
      )
      await once(server, 'listening')
      const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const failure = await checkS3Bucket({ ...s3.at, endpoint })
      server.close()
      expect(failure).toEqual({
        reason: `it answered ${status}, but not as an S3-compatible store does`,
        isTemporary: false,
        hint: 'Correct S3_ENDPOINT.',
      })
    },
  )

  test('timeouts and server errors may be temporary', async () => {
    expect(await checkS3Bucket({ ...s3.at, endpoint: await closedEndpoint() })).toEqual({
      reason: 'nothing answered',
      isTemporary: true,
      hint: 'Start the store, or correct S3_ENDPOINT.',
    })
    s3.state.mood = 'failing'
    expect(await checkS3Bucket(s3.at)).toMatchObject({
      reason: 'it answered 500 InternalError',
      isTemporary: true,
    })
  })
})
