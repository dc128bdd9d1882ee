import { data, type LoaderFunctionArgs } from 'react-router'
import { readAuditLog } from '#shop/audit/read-audit-log.server.ts'
import { shopContext } from '#web/http/request-contexts.ts'
import { requireAdmin } from '#web/http/route-guards.server.ts'
import { auditLogMessages } from '#shop/audit/audit-log-messages.ts'
import { auditLogUrl } from './audit-log-url.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const shop = context.get(shopContext)
  const admin = requireAdmin(context, request)
  const view = auditLogUrl.read(new URL(request.url).searchParams)
  const now = shop.clock().toISOString()
  try {
    return data({ view, auditLog: await readAuditLog(shop, admin, view), failure: null, now })
  } catch (error) {
    shop.log.error({ error, view }, 'the audit log could not be read')
    return data({ view, auditLog: null, failure: auditLogMessages.notRead, now }, { status: 503 })
  }
}
