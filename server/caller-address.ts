import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

/**
 * The address that rate limits count by. A proxy on the same machine is believed about who it speaks for,
 * and nobody else is: the last entry is the one that the proxy itself wrote.
 */
export function callerAddress(context: Context): string {
  const peer = getConnInfo(context).remote.address ?? 'unknown'
  if (!LOOPBACK.test(peer)) return peer
  return context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() || peer
}
