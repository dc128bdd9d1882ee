import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  startRejectingMailServer,
  readAllLogs,
  provokeFailures,
  findMarkedPersonalData,
} from '#tests/fixtures/shops/failures-with-personal-data.ts'
import { startShop, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'

const METRICS_TOKEN = 'a-token-of-the-monitoring'
let shop: RunningShop
let mails: Awaited<ReturnType<typeof startRejectingMailServer>>
beforeAll(async () => {
  mails = await startRejectingMailServer()
  shop = await startShop({
    env: { SMTP_URL: mails.url, LOG_LEVEL: 'trace', ACCESS_LOG: 'on', METRICS_TOKEN },
  })
}, 120_000)
afterAll(async () => {
  await shop?.stop()
  mails?.close()
})

const logLines = () =>
  readAllLogs(shop)
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
const accessLog = () => logLines().filter(({ msg }) => msg === 'request')

describe('The logs of a running shop', () => {
  test('contain no canary data, but all failures', { timeout: 180_000 }, async () => {
    expect(await provokeFailures(shop, mails)).toBeGreaterThan(100)
    const logged = readAllLogs(shop)
    const wanted = [
      'an order could not be placed',
      '"code":"23514"',
      '"constraint":"marked_person"',
      'A mail could not be sent yet.',
      '"responseCode":550',
      '"code":"EAUTH"',
      'a request failed',
      '"code":"42P01"',
      '"code":"P0001"',
      'A test email was not accepted.',
      '"msg":"request"',
    ]
    expect(wanted.filter((words) => !logged.includes(words))).toEqual([])
    expect(findMarkedPersonalData(logged)).toEqual([])
  })

  test('MONITOR-8 an access log has nothing of a request but method, route, status, time, bytes and ID', () => {
    const keys = new Set(accessLog().flatMap((line) => Object.keys(line)))
    expect([...keys].toSorted()).toEqual([
      'bytes',
      'level',
      'method',
      'milliseconds',
      'msg',
      'node',
      'pid',
      'requestId',
      'route',
      'status',
      'time',
    ])
    const routes = new Set(accessLog().map(({ route }) => String(route)))
    expect([...routes].filter((route) => /[?%\d]/.test(route.replace('/v1/', '/')))).toEqual([])
    for (const known of ['checkout', 'admin-orders', 'product']) expect(routes).toContain(known)
  })

  test('MONITOR-7 lines of a failed request have the ID that its access log has', async () => {
    const failed = () =>
      logLines().filter(({ error, requestId }) => error !== undefined && requestId !== undefined)
    const withoutAccess = () => {
      const ids = new Set(accessLog().map(({ requestId }) => requestId))
      return failed().filter(({ requestId }) => !ids.has(requestId))
    }
    expect(failed().length).toBeGreaterThan(10)
    // The access log records a request once its response has been sent.
    await expect.poll(withoutAccess).toEqual([])
  })

  test('MONITOR-10 the metrics of the same shop contain nothing that was typed', async () => {
    const response = await fetch(`${shop.url}/metrics`, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    })
    const metrics = await response.text()
    expect(metrics).toContain('ninth_bend_orders_failed_total')
    expect(metrics).toMatch(/route="product",process="only"/)
    expect(findMarkedPersonalData(metrics)).toEqual([])
  })

  test('an uncaught exception is logged without query parameters', async () => {
    const program = `
      import { createShutdown } from '#platform/processes/shutdown.ts'
      createShutdown()
      setImmediate(() => {
        const inner = Object.assign(new Error('duplicate key value violates unique constraint "user_email_key"'), {
          severity: 'ERROR', code: '23505', detail: 'Key (email)=(zebulon@quill.example) already exists.', where: "unnamed portal parameter $1 = 'Zebulon'", parameters: ['Zebulon Markworth'],
        })
        throw Object.assign(new Error('A query failed for "Zebulon Markworth", zebulon@quill.example, 020 7946 0977, ZE2 9QX', { cause: inner }), { parameters: ['Zebulon'], query: { name: 'Zebulon' } })
      })`
    const failed = (await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]).catch(
      (error: unknown) => error,
    )) as { code: number; stderr: string; stdout: string }
    expect(failed.code).toBe(1)
    expect(failed.stderr).toContain('A query failed for')
    expect(failed.stderr).toContain(
      'caused by Error: duplicate key value violates unique constraint "user_email_key"',
    )
    expect(failed.stderr).toMatch(/\n {4}at /)
    expect(findMarkedPersonalData(failed.stderr + failed.stdout)).toEqual([])
  })
})
