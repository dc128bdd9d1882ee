import { data } from 'react-router'
import { readAuditLog } from '#features/audit/read-audit-log.server.ts'
import { auditLogMessages } from '#features/audit/audit-log-messages.ts'
import { auditLogUrl } from './audit-log-url.ts'
import { adminLoader, readOrNull } from '#kit/admin/admin-loader.server.ts'

export const loader = adminLoader(async ({ shop, admin, query }) => {
  const view = auditLogUrl.read(query)
  const auditLog = await readOrNull(shop, 'the audit log', readAuditLog(shop, admin, view))
  const failure = auditLog ? null : auditLogMessages.notRead
  return data({ view, auditLog, failure, now: shop.clock().toISOString() }, { status: auditLog ? 200 : 503 })
})
