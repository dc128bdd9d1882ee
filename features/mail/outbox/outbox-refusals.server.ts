import type { resendMail } from './failed-emails.server.ts'
import { outboxMessages } from './outbox-messages.ts'
import type { sendTestEmail } from '#features/mail/transport/test-email.server.ts'
import { tooManyTries } from '#shop/messages/messages.ts'
import { type RefusalOf, refusalAnswers, refuse } from '#kit/actions/refusal-table.server.ts'

export const resendRefused = refusalAnswers<RefusalOf<typeof resendMail>>({
  'not-found': refuse(404, { message: outboxMessages.notFound }),
  'sent-already': refuse(409, { message: outboxMessages.sentAlready }),
  'under-way': refuse(409, { message: outboxMessages.takenAlready }),
})
const testFailed = (message: string) => ({ status: 200, actionResult: { kind: 'failed' as const, message } })
export const testEmailRefused = refusalAnswers<RefusalOf<typeof sendTestEmail>>({
  'too-many-tries': ({ retry_after_seconds }) => refuse(429, { message: tooManyTries(retry_after_seconds) }),
  'not-accepted': ({ why }) => testFailed(`${outboxMessages.testFailed} ${why}`),
  'not-found': testFailed(outboxMessages.testFailed),
})
