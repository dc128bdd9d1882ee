import type { ActionResult } from '#kit/actions/action-result.ts'

type TrackingFields = { intent: 'tracking' }
export type TrackingActionResult = ActionResult<TrackingFields, TrackingFields>
