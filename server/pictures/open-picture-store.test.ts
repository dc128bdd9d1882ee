import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeS3Store } from '#tests/fixtures/shops/fake-s3-store.ts'
import { checkPictureStore } from './open-picture-store.ts'
import { StartupError } from '#server/start/startup-error.ts'

let s3: Awaited<ReturnType<typeof startFakeS3Store>>
beforeAll(async () => void (s3 = await startFakeS3Store()))
afterAll(() => s3.stop())

async function ask(s3Settings: typeof s3.at | null) {
  const told: string[] = []
  const isThere = await checkPictureStore({ s3: s3Settings }, { log: pino({ level: 'silent' }), printLine: (line) => told.push(line) })
  return { isThere, told }
}

test('PICTURE-7 a folder and a store that answers are there, without a word', async () => {
  expect(await ask(null)).toEqual({ isThere: true, told: [] })
  expect(await ask(s3.at)).toEqual({ isThere: true, told: [] })
})

test('PICTURE-7 a store that refuses ends the start in one line, which holds no secret', async () => {
  const problem = await ask({ ...s3.at, secretKey: 'hunter22' }).catch((error: unknown) => error as Error)
  expect(problem).toBeInstanceOf(StartupError)
  expect((problem as Error).message).toBe(
    `The picture store at ${s3.at.endpoint}/pictures cannot be used: it answered 403 SignatureDoesNotMatch. `
    + 'Correct S3_*, or give that key the right to list, read, write and delete there.',
  )
  await expect(ask({ ...s3.at, bucket: 'elsewhere' })).rejects.toThrow('it answered 404 NoSuchBucket.')
})

test('PICTURE-7 a store that fails for now is told of, and the shop opens', async () => {
  s3.state.mood = 'failing'
  expect(await ask(s3.at)).toEqual({
    isThere: false,
    told: [
      `The picture store at ${s3.at.endpoint}/pictures cannot be used: it answered 500 InternalError. `
      + 'The shop opens without pictures until it answers; a demo that is not loaded waits for the next start.',
    ],
  })
})
