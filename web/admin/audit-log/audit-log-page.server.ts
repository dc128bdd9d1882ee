import { data } from 'react-router'
import { readAuditLog } from '#shop/audit/read-audit-log.server.ts'
import { auditLogMessages } from '#shop/audit/audit-log-messages.ts'
import { auditLogUrl } from './audit-log-url.ts'
import { adminLoader } from '#web/admin/admin-loader.server.ts'

export const loader = adminLoader(async ({ shop, admin, query }) => {
  const view = auditLogUrl.read(query)
  const now = shop.clock().toISOString()
  try {
    return data({ view, auditLog: await readAuditLog(shop, admin, view), failure: null, now })
  } catch (error) {
    shop.log.error({ error, view }, 'the audit log could not be read')
    return data({ view, auditLog: null, failure: auditLogMessages.notRead, now }, { status: 503 })
  }
})
