import type { ActionResult } from '#web/forms/action-result.ts'

type TrackingFields = { intent: 'tracking' }
export type TrackingActionResult = ActionResult<TrackingFields, TrackingFields>
