import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeS3Store } from '#tests/fixtures/shops/fake-s3-store.ts'
import { checkPictureStore } from './open-picture-store.ts'
import { StartupError } from '#platform/processes/startup-error.ts'

let s3: Awaited<ReturnType<typeof startFakeS3Store>>
beforeAll(async () => void (s3 = await startFakeS3Store()))
afterAll(() => s3.stop())

type Dependencies = Parameters<typeof checkPictureStore>[1]
const URL = '/storage/v1/object/public/product-images/products/tea/forest-1.webp'

async function check(s3Settings: typeof s3.at | null, image_urls: string[] = []) {
  const printed: string[] = []
  const query = {
    select: () => query,
    limit: () => query,
    execute: async () => image_urls.map((image_url) => ({ image_url })),
  }
  const db = { worker: { selectFrom: () => query } } as unknown as Dependencies['db']
  const isThere = await checkPictureStore(
    { s3: s3Settings, acceptsDataLoss: false },
    { db, log: pino({ level: 'silent' }), printLine: (line) => printed.push(line) },
  )
  return { isThere, printed }
}

test('PICTURE-7 a directory and a reachable store are accepted without output', async () => {
  expect(await check(null)).toEqual({ isThere: true, printed: [] })
  expect(await check(s3.at)).toEqual({ isThere: true, printed: [] })
})

test('PICTURE-7 a store that rejects the settings stops the start with a message without secrets', async () => {
  const problem = await check({ ...s3.at, secretKey: 'hunter22' }).catch((error: unknown) => error as Error)
  expect(problem).toBeInstanceOf(StartupError)
  expect((problem as Error).message).toBe(
    `The picture store at ${s3.at.endpoint}/pictures cannot be used: it answered 403 SignatureDoesNotMatch. ` +
      'Correct S3_SECRET_KEY, or S3_ACCESS_KEY.',
  )
  await expect(check({ ...s3.at, bucket: 'elsewhere' })).rejects.toThrow('it answered 404 NoSuchBucket.')
})

test('OPERATIONS-16 a bucket without any of the pictures stops the start', async () => {
  await expect(check(s3.at, [URL])).rejects.toThrow(
    `The database knows of pictures, but ${s3.at.endpoint}/pictures has none of them.`,
  )
})

test('PICTURE-7 a temporarily failing store is reported, and the shop starts', async () => {
  s3.state.mood = 'failing'
  expect(await check(s3.at)).toEqual({
    isThere: false,
    printed: [
      `The picture store at ${s3.at.endpoint}/pictures cannot be used: it answered 500 InternalError. ` +
        'The shop opens without pictures until it answers; a demo that is not loaded waits for the next start.',
    ],
  })
})
