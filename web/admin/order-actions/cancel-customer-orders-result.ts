import type { ActionResult } from '#web/forms/action-result.ts'

type Intent = { intent: 'cancel-customer' }
export type CancelCustomerOrdersResult = ActionResult<Intent, Intent>
