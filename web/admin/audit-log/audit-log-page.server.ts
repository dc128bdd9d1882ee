import { data, type LoaderFunctionArgs } from 'react-router'
import { readRecord } from '#shop/audit/read-audit-log.server.ts'
import { shopContext } from '#web/http/request-contexts.ts'
import { requireAdmin } from '#web/http/route-guards.server.ts'
import { auditOffice } from '#shop/audit/audit-log-messages.ts'
import { readAuditListView } from './audit-log-url.ts'

/** The part of the record that the address asks for; one that cannot be read says so. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const shop = context.get(shopContext)
  const admin = requireAdmin(context, request)
  const view = readAuditListView(new URL(request.url).searchParams)
  const now = shop.clock().toISOString()
  try {
    return data({ view, record: await readRecord(shop, admin, view), failure: null, now })
  } catch (error) {
    shop.log.error({ error, view }, 'the record could not be read')
    return data({ view, record: null, failure: auditOffice.notRead, now }, { status: 503 })
  }
}
