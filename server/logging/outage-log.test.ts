import { pino } from 'pino'
import { expect, test } from 'vitest'
import { S3Unavailable } from '#shop/media/s3-requests.server.ts'
import { createOutageFilter } from './outage-log.ts'

test('DATABASE-9 while the database is away each text is logged once in ten seconds, other errors always', () => {
  const lines: { msg: string; omitted?: number }[] = []
  let time = 0
  const log = pino(
    { base: null, hooks: { logMethod: createOutageFilter(() => time) } },
    { write: (line: string) => void lines.push(JSON.parse(line) as { msg: string }) },
  )
  const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  for (let request = 0; request < 500; request += 1) {
    log.error({ error: away, path: '/' }, 'page failed')
    log.warn({ err: new Error('wrapped', { cause: away }) }, 'an email waits')
  }
  expect(lines.map(({ msg }) => msg)).toEqual(['page failed', 'an email waits'])
  time = 10_000
  log.error({ error: away }, 'page failed')
  expect(lines.at(-1)).toMatchObject({ msg: 'page failed', omitted: 499 })
  for (let request = 0; request < 3; request += 1) log.error({ error: new Error('a bug') }, 'page failed')
  expect(lines).toHaveLength(6)
})

test('PICTURE-7 while the picture store hangs each text is logged once in ten seconds', () => {
  const lines: string[] = []
  const log = pino(
    { base: null, hooks: { logMethod: createOutageFilter(() => 0) } },
    { write: (line: string) => void lines.push(line) },
  )
  const hangs = new S3Unavailable('no answer', { cause: new DOMException('late', 'TimeoutError') })
  for (let request = 0; request < 20; request += 1) log.error({ error: hangs }, 'a request failed')
  expect(lines).toHaveLength(1)
})

test('DATABASE-9 PICTURE-7 an outage of one service hides no line of the other', () => {
  const lines: string[] = []
  const log = pino(
    { base: null, hooks: { logMethod: createOutageFilter(() => 0) } },
    { write: (line: string) => void lines.push(line) },
  )
  log.error({ error: new S3Unavailable('no answer') }, 'a request failed')
  log.error({ error: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) }, 'a request failed')
  expect(lines).toHaveLength(2)
})
