import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '#tests/fixtures/databases/test-database.ts'
import type { TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { parseEml } from '#tests/fixtures/mails/parse-eml.ts'

const MAILS = 120
const KILLS = 3
const SHORT_LEASE_SECONDS = 0.3

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'ninth-bend-killed-'))
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const PROGRAM = `
  import pino from 'pino'
  import { connect } from '#platform/database/connection/connect.server.ts'
  import { demonstrationIdentity as identity } from '#shop/identity/shop-identity.ts'
  import { startMailWorker } from '#features/mail/worker/mail-worker.server.ts'
  import { openMailTransport } from '#features/mail/transport/open-mail-transport.server.ts'
  const { connectionString, dataDir, leaseSeconds } = JSON.parse(process.env.WORKER)
  const log = pino({ level: 'silent' })
  const { worker: db } = await connect({ connectionString })
  const { transport } = openMailTransport({ identity }, { path: dataDir }, log)
  startMailWorker({ db, identity, publicUrl: 'https://shop.example', verificationLink: async () => null, transport, log, pace: { pollMilliseconds: 20, leaseSeconds } })
  console.log('started')
`
async function startWorkerProcess() {
  const { connectionString } = database
  const worker = JSON.stringify({ connectionString, dataDir: folder, leaseSeconds: SHORT_LEASE_SECONDS })
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    cwd: join(import.meta.dirname, '../../..'),
    env: { ...process.env, WORKER: worker },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}
const countUnsent = async () => (await database.query('select id from outbox where sent_at is null')).length

describe('MAIL-1 Each email is sent once, even if the process is killed', () => {
  test(`MAIL-1 killed ${KILLS} times while sending, the worker loses no email and sends none twice`, async () => {
    await database.query(
      `insert into outbox (kind, dedupe_key, recipient, payload)
       select 'already-registered', 'killed:' || n, 'shopper-' || n || '@shopper.example',
              '{"full_name": "Priya Nair", "url": "https://shop.example/login"}' from generate_series(1, $1) n`,
      [MAILS],
    )
    for (let kill = 0; kill < KILLS; kill++) {
      const unsentBefore = await countUnsent()
      const killWorker = await startWorkerProcess()
      await expect.poll(countUnsent, { interval: 1, timeout: 30_000 }).toBeLessThan(Math.max(unsentBefore, 1))
      await killWorker()
    }
    const killWorker = await startWorkerProcess()
    await expect.poll(countUnsent, { timeout: 30_000 }).toBe(0)
    await killWorker()

    const files = (await readdir(join(folder, 'mail'))).filter((name) => name.endsWith('.eml'))
    const mails = await Promise.all(
      files.map(async (name) => parseEml(await readFile(join(folder, 'mail', name)))),
    )
    const sent = await database.query<{ recipient: string; message_id: string }>(
      'select recipient, message_id from outbox',
    )
    expect(mails.map((mail) => [mail.header('to'), mail.header('message-id')]).sort()).toEqual(
      sent.map(({ recipient, message_id }) => [`Priya Nair <${recipient}>`, message_id]).sort(),
    )
    expect(files).toHaveLength(MAILS)
  }, 120_000)
})
