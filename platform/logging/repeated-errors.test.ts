import { pino } from 'pino'
import { expect, test } from 'vitest'
import { S3Unavailable } from '#platform/picture-store/s3-requests.server.ts'
import { LOG_SERIALIZERS } from '#app/start/logger.ts'
import { createRepetitionFilter } from './repeated-errors.ts'

type Line = { msg: string; omitted?: number; error?: { message: string; stack?: string } }

function createLog() {
  const lines: Line[] = []
  const time = { now: 0 }
  const hooks = { logMethod: createRepetitionFilter(() => time.now) }
  const log = pino(
    { base: null, errorKey: 'error', hooks, serializers: LOG_SERIALIZERS },
    { write: (line: string) => void lines.push(JSON.parse(line) as Line) },
  )
  return { log, lines, time }
}
const away = () => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })

test('DATABASE-9 while the database is away each text is one line, with a reminder after ten minutes', () => {
  const { log, lines, time } = createLog()
  for (; time.now < 600_000; time.now += 20_000) {
    log.error({ error: away(), path: '/' }, 'page failed')
    log.warn({ error: new Error(`wrapped ${time.now}`, { cause: away() }) }, 'an email waits')
  }
  expect(lines.map(({ msg }) => msg)).toEqual(['page failed', 'an email waits'])
  expect(lines[0]!.error!.stack).toContain('at ')
  log.error({ error: away() }, 'page failed')
  expect(lines).toHaveLength(3)
  expect(lines[2]).toMatchObject({ msg: 'page failed', omitted: 29, error: { message: 'connect' } })
  expect(lines[2]!.error).not.toHaveProperty('stack')
})

test('MONITOR-14 the stack of any error is logged once while its cause lasts, and again when it comes back', () => {
  const { log, lines, time } = createLog()
  const fail = (order: number) => new TypeError(`no price of order ${order}`)
  for (let order = 1; order <= 50; order += 1) {
    log.error({ error: fail(order), path: `/orders/${order}` }, 'page failed')
    log.error({ details: ['a library', fail(order)] }, 'A library reports.')
    log.error(fail(order), 'an order failed')
  }
  expect(lines.map(({ msg }) => msg)).toEqual(['page failed', 'A library reports.', 'an order failed'])
  log.error({ error: new TypeError('no picture of order 7') }, 'page failed')
  for (let broken = 0; broken < 20; broken += 1) log.warn({ reason: 'it broke' }, 'a connection broke')
  expect(lines).toHaveLength(5)
  time.now += 60_000
  log.error({ error: fail(51) }, 'page failed')
  expect(lines.at(-1)).toMatchObject({ omitted: 49, error: { stack: expect.stringContaining('at ') } })
})

test('DATABASE-9 PICTURE-7 an outage of one service hides no line of the other', () => {
  const { log, lines } = createLog()
  const hangs = () => new S3Unavailable('no answer', { cause: new DOMException('late', 'TimeoutError') })
  for (let request = 0; request < 20; request += 1) log.error({ error: hangs() }, 'a request failed')
  log.error({ error: away() }, 'a request failed')
  expect(lines).toHaveLength(2)
})
