import type { ActionResult } from '#kit/actions/action-result.ts'

type Intent = { intent: 'cancel-customer' }
export type CancelCustomerOrdersResult = ActionResult<Intent, Intent>
