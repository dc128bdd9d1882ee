import { expect, onTestFinished, test, vi } from 'vitest'
import { createMetrics } from './metrics.ts'
import { createMetricsAnswer } from './metrics-response.ts'
import { listenForMetrics } from './metrics-server.ts'

const TOKEN = 'a-token-of-the-monitoring'

async function serve(token: string | null) {
  const metrics = createMetrics('only')
  const answer = createMetricsAnswer(token, async () => [await metrics.collect()])
  const server = await listenForMetrics({ port: 0, host: '127.0.0.1' }, answer, { warn: vi.fn() })
  onTestFinished(() => server.stop())
  return server.address
}

test('MONITOR-2 the port of the metrics answers nothing else', async () => {
  const address = await serve(null)
  const response = await fetch(address)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('version=0.0.4')
  expect(await response.text()).toContain('ninth_bend_event_loop_utilisation{process="only"}')
  expect((await fetch(new URL('/', address))).status).toBe(404)
  expect((await fetch(address, { method: 'POST' })).status).toBe(404)
})

test('MONITOR-1 with a token, only those who send it get the metrics', async () => {
  const address = await serve(TOKEN)
  const statusWith = async (authorization?: string) =>
    (await fetch(address, { headers: authorization ? { authorization } : {} })).status
  expect(await statusWith()).toBe(401)
  expect(await statusWith('Bearer another-token-of-somebody')).toBe(401)
  expect(await statusWith(TOKEN)).toBe(401)
  expect(await statusWith(`Bearer ${TOKEN}`)).toBe(200)
})

test('MONITOR-2 a port in use ends the start in one line', async () => {
  const port = Number(new URL(await serve(null)).port)
  await expect(
    listenForMetrics(
      { port, host: '127.0.0.1' },
      createMetricsAnswer(null, async () => []),
      { warn: vi.fn() },
    ),
  ).rejects.toThrow(`METRICS_PORT ${port} cannot be used on 127.0.0.1`)
})
