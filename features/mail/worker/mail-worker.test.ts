import { Kysely, PostgresDialect } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { DB } from '#platform/database/schema.ts'
import { demonstrationIdentity } from '#shop/identity/shop-identity.ts'
import { startMailWorker, type MailWorkerTiming } from './mail-worker.server.ts'

type Query = (text: string) => Promise<{ rows: unknown[] }>
const SILENCE = new Promise<never>(() => {})

function startWorker(query: Query, pace: Partial<MailWorkerTiming>) {
  const pool = { connect: async () => ({ query, release: () => {} }), end: async () => {} }
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const transport = { send: vi.fn(async () => {}), close: vi.fn() }
  const worker = startMailWorker({
    db: new Kysely<DB>({ dialect: new PostgresDialect({ pool: pool as never }) }),
    identity: demonstrationIdentity,
    publicUrl: 'https://shop.example',
    verificationLink: async () => null,
    transport,
    log: log as never,
    pace: { graceMilliseconds: 10, answerMilliseconds: 10, ...pace },
  })
  return { worker, transport, log }
}

test('FLEET-20 a stop does not wait for a database that never answers, and what that claims later is not sent', async () => {
  const claim = Promise.withResolvers<{ rows: unknown[] }>()
  const { worker, transport } = startWorker(() => claim.promise, {})
  await worker.stop()
  expect(transport.close).toHaveBeenCalledOnce()
  claim.resolve({ rows: [{ id: '1', kind: 'email-verification', attempts: 1 }] })
  await new Promise(setImmediate)
  expect(transport.send).not.toHaveBeenCalled()
})

test('FLEET-20 a stop says that the results of emails could not be stored', async () => {
  const rows = [{ id: '1', kind: 'email-verification', attempts: 1 }]
  const query = vi.fn<Query>(() => SILENCE).mockResolvedValueOnce({ rows })
  const { worker, log } = startWorker(query, {})
  await vi.waitFor(() => expect(query.mock.calls.length).toBeGreaterThan(1))
  await worker.stop()
  expect(log.warn).toHaveBeenLastCalledWith(
    { mails: 1 },
    'The results of emails could not be stored; they may be sent again.',
  )
})

test('MAIL-13 a stop waits for a database that answers slowly', async () => {
  const claim = Promise.withResolvers<{ rows: unknown[] }>()
  const { worker } = startWorker(() => claim.promise, {
    graceMilliseconds: 60_000,
    answerMilliseconds: 60_000,
  })
  const stopped = vi.fn()
  const stopping = worker.stop().then(stopped)
  await new Promise(setImmediate)
  expect(stopped).not.toHaveBeenCalled()
  claim.resolve({ rows: [] })
  await stopping
})
