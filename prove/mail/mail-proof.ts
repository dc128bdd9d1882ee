import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres/embedded-postgres.server.ts'
import { migrate } from '#platform/database/migrate.server.ts'
import { createLoginRoles } from '#platform/database/connection/login-roles.server.ts'
import { copyPreparedCluster } from '#tests/fixtures/shops/prepared-cluster.ts'
import { createSeededRandom, SEED } from '#prove/runner/seeded-random.ts'
import { mailAbuseMutants, mailAbuseSteps } from './mail-abuse.ts'
import { startTestMailServer, type AcceptedMail } from './test-mail-server.ts'
import type { ProofDefinition, ProofStep } from '#prove/runner/proof.ts'

const REJECTION_RATE = 0.3
/** Delay of the final 250 response: a kill within it looks like a failure. */
const ACCEPT_DELAY_MS = 40
const QUEUED_MAILS_AT_KILL = 40
const LEASE_SECONDS = 5
const WORKER_START_TIMEOUT_MS = 10_000

type Kill = { at: number; isOver: number }

const WORKER_PROGRAM = `
  import pino from 'pino'
  import { connect } from '#platform/database/connection/connect.server.ts'
  import { demonstrationIdentity as identity } from '#shop/identity/shop-identity.ts'
  import { startMailWorker } from '#features/mail/worker/mail-worker.server.ts'
  import { openMailTransport } from '#features/mail/transport/open-mail-transport.server.ts'
  const { connectionString, smtpUrl, leaseSeconds } = JSON.parse(process.env.WORKER)
  const log = pino({ level: 'silent' })
  const { worker: db } = await connect({ connectionString })
  const { transport } = openMailTransport({ smtpUrl, identity }, { path: '' }, log)
  const pace = { pollMilliseconds: 20, leaseSeconds, sendMilliseconds: leaseSeconds * 800, retryInSeconds: () => 0.05 }
  startMailWorker({ db, identity, publicUrl: 'https://shop.example', verificationLink: async () => null, transport, log, pace })
  console.log('started')
`

const killed: ProofStep = {
  name: 'killed',
  scenario:
    'the worker is killed at a random moment of sending, with a mail server that refuses three in ten: each email arrives, and twice only if the kill came between acceptance and its record, with the same Message-ID',
  async runProof(proofContext, checks) {
    const random = createSeededRandom(SEED)
    const directory = proofContext.dataDir()
    copyPreparedCluster(directory)
    const postgres = await startEmbeddedPostgres({ directory })
    const server = await startTestMailServer()
    server.setMode({ refuses: REJECTION_RATE, random, acceptDelayMs: ACCEPT_DELAY_MS })
    const kills: Kill[] = []
    const database = new Client({ connectionString: postgres.ownerConnectionString })
    let queued = 0
    try {
      await migrate(postgres.ownerConnectionString, { tree: proofContext.tree })
      await createLoginRoles(postgres.ownerConnectionString)
      await database.connect()
      const countUnsent = async () =>
        (
          await database.query<{ left: number }>(
            'select count(*)::int as left from outbox where sent_at is null',
          )
        ).rows[0]!.left
      const queueMails = async (count: number) => {
        await database.query(
          `insert into outbox (kind, dedupe_key, recipient, payload)
           select 'already-registered', 'proof:' || n, 'shopper-' || n || '@shopper.example', '{"full_name": "Priya Nair", "url": "https://shop.example/login"}'
             from generate_series($1::int + 1, $1::int + $2::int) n`,
          [queued, count],
        )
        queued += count
      }
      const startWorker = async () => {
        // Expires the leases of killed workers.
        await database.query(
          'update outbox set available_at = now(), leased_until = null where sent_at is null',
        )
        const child = spawn(process.execPath, ['--input-type=module', '-e', WORKER_PROGRAM], {
          cwd: proofContext.tree,
          env: {
            ...process.env,
            WORKER: JSON.stringify({
              connectionString: postgres.poolAddresses,
              smtpUrl: server.url,
              leaseSeconds: LEASE_SECONDS,
            }),
          },
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
        return async () => {
          const at = performance.now()
          child.kill('SIGKILL')
          await once(child, 'exit')
          // Waits until the server has read everything that the worker sent.
          await server.waitUntilDisconnected()
          kills.push({ at, isOver: performance.now() })
        }
      }
      const rounds = proofContext.times(1000, 6)
      for (let round = 0; round < rounds; round += 1) {
        await queueMails(Math.max(1, QUEUED_MAILS_AT_KILL - (await countUnsent())))
        const connections = server.greeted()
        const kill = await startWorker()
        for (
          const until = Date.now() + WORKER_START_TIMEOUT_MS;
          Date.now() < until && server.greeted() === connections;
        )
          await pause(5)
        await pause(random() * 200)
        await kill()
      }
      const finish = await startWorker()
      for (const until = Date.now() + 60_000 + queued * 50; Date.now() < until && (await countUnsent()) > 0;)
        await pause(50)
      checks.expect((await countUnsent()) === 0, () => 'mails are still waiting long after the last kill')
      await finish()
      kills.pop()
      const rows = (
        await database.query<{ recipient: string; message_id: string }>(
          'select recipient, message_id from outbox',
        )
      ).rows
      const { copies, window } = checkDeliveries(rows, server.acceptedMails, kills, checks.add.bind(checks))
      return (
        `${kills.length} kills, ${queued} mails, ${server.refused()} refusals; ${copies} came twice, all under the same Message-ID, ` +
        `each taken at most ${Math.round(window)} ms before a kill (the server thinks ${ACCEPT_DELAY_MS} ms before it says yes); seed ${SEED}`
      )
    } finally {
      server.close()
      await database.end()
      await postgres.stop()
    }
  },
}

function checkDeliveries(
  rows: { recipient: string; message_id: string }[],
  acceptedMails: AcceptedMail[],
  kills: readonly Kill[],
  add: (times: number, wrong: string[]) => void,
) {
  const byRecipient = Map.groupBy(acceptedMails, ({ to }) => to)
  let [copies, window] = [0, 0]
  for (const { recipient, message_id } of rows) {
    const all = byRecipient.get(recipient) ?? []
    const wrong = all.length === 0 ? [`the mail to ${recipient} never arrived`] : []
    if (all.some(({ messageId }) => messageId !== message_id))
      wrong.push(
        `the mail to ${recipient} came under ${new Set(all.map(({ messageId }) => messageId)).size} Message-IDs`,
      )
    for (const [index, copy] of all.slice(1).entries()) {
      copies += 1
      const first = all[index]!
      const kill = kills.find(({ at, isOver }) => isOver > first.at && at < copy.at)
      if (kill === undefined) wrong.push(`the mail to ${recipient} came twice without a kill in between`)
      else window = Math.max(window, kill.at - first.at)
    }
    add(1, wrong)
  }
  return { copies, window }
}

export const mail: ProofDefinition = {
  name: 'mail',
  title: 'Email delivery and abuse',
  about:
    'A mail worker in its own process, and a local mail server. Wrong are an email that never arrives, a second copy with another ' +
    'Message-ID, and a copy that no kill explains: a worker that is killed between the acceptance by the server and its record sends again. ' +
    'Also what strangers could do with emails: more than one to an unverified address, links of strangers, a cancellation without an email, and personal data in a log.',
  steps: [killed, ...mailAbuseSteps],
  mutants: [
    ...mailAbuseMutants,
    {
      guard: 'an email is marked as sent only after it was sent',
      step: 'killed',
      file: 'features/mail/worker/mail-worker.server.ts',
      from: 'await rejectOnAbort(send(mail, signal), signal)',
      to: 'await markMailSent(templateContext.db, mail, secretPayloadFields(mail.kind)); await rejectOnAbort(send(mail, signal), signal)',
    },
    {
      guard: 'a repeated email has the same Message-ID',
      step: 'killed',
      file: 'features/mail/sql/claim_emails.sql',
      from: `coalesce(o.message_id, format('<%s.%s@%s>', o.kind,`,
      to: `coalesce(null, format('<%s.%s@%s>', o.kind || o.attempts,`,
    },
  ],
}
