import type { Accounts } from '#features/accounts/accounts.server.ts'
import { messages } from '#shop/messages/messages.ts'
import { hasPermission, type Actor, type Permission } from '#shop/permissions.ts'

export const CSV_TYPE = 'text/csv; charset=utf-8'

export type FileAccess = {
  accounts: Pick<Accounts, 'readActor' | 'recordRefusal'>
  /** Whether owners need a second factor to sign in. */
  ownersNeedSecondFactor: () => boolean
}

const textResponse = (status: number, text: string) =>
  new Response(text, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })

/** The actor who requests a file that needs a permission, with cookies to set; a Response is a refusal. */
export async function readFileActor(
  { accounts, ownersNeedSecondFactor }: FileAccess,
  request: Request,
  area: 'shop' | 'admin',
  permission: Permission,
): Promise<{ actor: Actor; setCookies: readonly string[] } | Response> {
  const { actor, hasSecondFactor, setCookies } = await accounts.readActor(request.headers, area)
  const isSignedIn = area === 'admin' ? actor.kind === 'admin' : actor.kind === 'customer'
  if (!isSignedIn) return textResponse(401, messages.badRequest)
  if (!hasPermission(actor, permission)) {
    const { pathname: path } = new URL(request.url)
    await accounts.recordRefusal({
      userId: actor.userId!,
      area,
      method: request.method,
      path,
      reason: permission,
    })
    return textResponse(403, messages.badRequest)
  }
  const isOwner = actor.kind === 'admin' && actor.role === 'owner'
  if (isOwner && !hasSecondFactor && ownersNeedSecondFactor()) return textResponse(403, messages.badRequest)
  return { actor, setCookies }
}

type FileDescription = { name: string; type: string; setCookies: readonly string[] }

/** Never cached, and downloaded under its name. */
export function fileResponse(
  body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | string,
  { name, type, setCookies }: FileDescription,
): Response {
  const headers = new Headers({
    'content-type': type,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  })
  for (const cookie of setCookies) headers.append('set-cookie', cookie)
  return new Response(body, { headers })
}

/** Backpressure: reads the next part when the client has received the last one, so that a long file needs little memory. */
export function streamText(parts: AsyncGenerator<string> | Generator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await parts.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      },
      async cancel() {
        await parts.return(undefined)
      },
    },
    { highWaterMark: 1 },
  )
}
