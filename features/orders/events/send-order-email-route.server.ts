import { Hono } from 'hono'
import { z } from 'zod'
import { apiErrorMessages } from '#shop/messages/api-error-messages.ts'
import { queueOrderConfirmation } from '#features/mail/outbox/outbox-queries.server.ts'
import { PUBLIC_CLIENT_KEY } from '#features/mail/outbox/public-client-key.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { readBodyUpTo } from '#platform/http/form-body.ts'

const PATH = '/functions/v1/send-order-email'
const BODY_MAX_BYTES = 4 * 1024
const body = z.object({ orderId: z.string().min(1).max(100) })

/** Queues the confirmation once. Known and unknown orders get the same response, so that IDs cannot be probed. */
export function sendOrderEmailRoute({
  db,
  outbox,
  log,
}: Pick<ShopDependencies, 'db' | 'outbox' | 'log'>): Hono {
  const app = new Hono()
  app.post(PATH, async ({ req }) => {
    if (clientKeyOf(req.raw.headers) !== PUBLIC_CLIENT_KEY)
      return respond(401, apiErrorMessages.orderMailKeyMissing)
    const bytes = await readBodyUpTo(req.raw, BODY_MAX_BYTES)
    if (!bytes) return respond(413, apiErrorMessages.orderMailTooLarge)
    const json = parseJson(bytes.toString())
    if (json === undefined) return respond(400, apiErrorMessages.orderMailNotJson)
    const orderRequest = body.safeParse(json)
    if (!orderRequest.success) return respond(400, apiErrorMessages.orderMailIdMissing)
    try {
      if (z.guid().safeParse(orderRequest.data.orderId).success)
        await queueOrderConfirmation(db.worker, orderRequest.data.orderId)
    } catch (problem) {
      log.error({ error: problem }, 'The mail of an order could not be queued.')
      return respond(503, apiErrorMessages.orderMailUnavailable)
    }
    outbox.wake()
    return respond(202, apiErrorMessages.orderMailAccepted)
  })
  app.all(PATH, () => respond(405, apiErrorMessages.orderMailOnlyPost))
  return app
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const clientKeyOf = (headers: Headers) =>
  headers.get('apikey') ?? headers.get('authorization')?.replace(/^Bearer\s+/i, '')

const respond = (status: number, message: string) =>
  Response.json(
    { message },
    { status, headers: { 'cache-control': 'no-store', ...(status === 405 && { allow: 'POST' }) } },
  )
