import type { Logger } from 'pino'
import type { MailTransport } from '#features/mail/transport/mail-transport.server.ts'
import type { Outbox } from '#features/mail/outbox/outbox.server.ts'
import { claimDueMails, markMailFailed, markMailSent } from '#features/mail/outbox/outbox-queries.server.ts'
import type { ClaimedMail } from '#features/mail/outbox/outbox-queries.server.ts'
import type { EmailDependencies } from '#features/mail/templates/render-email.server.ts'
import { secretPayloadFields, renderEmail } from '#features/mail/templates/render-email.server.ts'
import { rejectOnAbort } from '#platform/processes/reject-on-abort.ts'
import { withTimeout } from '#platform/processes/with-timeout.ts'

export type MailWorker = Outbox & {
  /** Stops claiming emails and waits for those in progress; aborts them after `graceMilliseconds`. Ends even if the database is silent. */
  stop(): Promise<void>
}
type MailWorkerOptions = EmailDependencies & {
  transport: MailTransport
  log: Logger
  pace?: Partial<MailWorkerTiming>
}

export type MailWorkerTiming = {
  /** Finds rows of other nodes and retries; wake() polls immediately. */
  pollMilliseconds: number
  atOnce: number
  sendMilliseconds: number
  /** How long a claimed email is reserved for its worker; longer than `sendMilliseconds`. */
  leaseSeconds: number
  /** Null stops retrying. */
  retryInSeconds: (attempts: number) => number | null
  graceMilliseconds: number
  /** How long a stop waits for the database, which may be silent. */
  answerMilliseconds: number
}

const MAX_RETRY_SECONDS = 3600
/** About four days of retries. */
const MAX_ATTEMPTS = 100
export const retryInSeconds = (attempts: number) =>
  attempts >= MAX_ATTEMPTS ? null : Math.min(2 ** attempts, MAX_RETRY_SECONDS)

const DEFAULT_TIMING: MailWorkerTiming = {
  pollMilliseconds: 2_000,
  atOnce: 4,
  sendMilliseconds: 30_000,
  leaseSeconds: 45,
  retryInSeconds,
  graceMilliseconds: 5_000,
  answerMilliseconds: 3_000,
}

/** Sends the emails of the outbox. Several workers may share a database. */
export function startMailWorker(options: MailWorkerOptions): MailWorker {
  const { transport, log, pace: changes } = options
  // Not copied, because the identity is read for each email and the owner may change it.
  const templateContext: EmailDependencies = options
  const pace = { ...DEFAULT_TIMING, ...changes }
  const host = new URL(templateContext.publicUrl).hostname
  const pending = new Set<Promise<void>>()
  const stopping = new AbortController()
  const sendAbort = new AbortController()
  let claiming: Promise<void> | undefined
  let wasWoken = false
  let isQueueUnreadable = false
  let isOver = false

  function wake() {
    wasWoken = true
    claiming ??= claim().finally(() => {
      claiming = undefined
      // wake() was called after the last claim.
      if (wasWoken && !stopping.signal.aborted) wake()
    })
  }

  async function claim() {
    try {
      while (wasWoken && !stopping.signal.aborted) {
        wasWoken = false
        const limit = pace.atOnce - pending.size
        if (limit <= 0) break
        const mails = await claimDueMails(templateContext.db, {
          limit,
          leaseSeconds: pace.leaseSeconds,
          host,
        })
        // The next worker that claims them sends them.
        if (!isOver) mails.forEach(start)
      }
      if (isQueueUnreadable) log.info('The mail queue can be read again.')
      isQueueUnreadable = false
    } catch (problem) {
      if (!isQueueUnreadable) log.error({ error: problem }, 'The mail queue cannot be read; retrying.')
      isQueueUnreadable = true
    }
  }

  function start(mail: ClaimedMail) {
    const sending = deliver(mail)
      .catch((problem) =>
        log.error(
          { error: problem, mail: mail.id },
          'The result of an email could not be stored; it will be retried.',
        ),
      )
      .finally(() => {
        pending.delete(sending)
        wake()
      })
    pending.add(sending)
  }

  async function deliver(mail: ClaimedMail) {
    const signal = AbortSignal.any([sendAbort.signal, AbortSignal.timeout(pace.sendMilliseconds)])
    try {
      await rejectOnAbort(send(mail, signal), signal)
    } catch (problem) {
      // The log gets the redacted error, because a mail server may quote the recipient.
      const error = String(problem instanceof Error ? problem.message : problem).slice(0, 500)
      const seconds = pace.retryInSeconds(mail.attempts)
      await markMailFailed(templateContext.db, mail, { error, retryInSeconds: seconds })
      const about = { mail: mail.id, kind: mail.kind, attempts: mail.attempts, error: problem }
      if (seconds === null)
        log.error(about, 'An email failed for good. Fix the cause, then resend it on the dashboard.')
      else log.warn({ ...about, retryInSeconds: seconds }, 'A mail could not be sent yet.')
      return
    }
    await markMailSent(templateContext.db, mail, secretPayloadFields(mail.kind))
  }

  async function send(mail: ClaimedMail, signal: AbortSignal) {
    const content = await renderEmail(templateContext, mail)
    await transport.send(
      { kind: mail.kind, content, messageId: mail.message_id, date: new Date(mail.created_at) },
      signal,
    )
  }

  async function finish() {
    // What a silent database claims anyway is due again after its lease.
    if (claiming) await withTimeout(claiming, pace.answerMilliseconds)
    while (pending.size > 0) await Promise.all(pending)
  }

  const poll = setInterval(wake, pace.pollMilliseconds)
  wake()

  return {
    wake,
    async stop() {
      stopping.abort()
      clearInterval(poll)
      const graceTimer = setTimeout(
        () => sendAbort.abort(new Error('The shop was stopped.')),
        pace.graceMilliseconds,
      )
      await withTimeout(finish(), pace.graceMilliseconds + pace.answerMilliseconds)
      isOver = true
      clearTimeout(graceTimer)
      if (pending.size > 0)
        log.warn(
          { mails: pending.size },
          'The results of emails could not be stored; they may be sent again.',
        )
      transport.close()
    },
  }
}
