import type { ActionResult } from '#web/forms/action-result.ts'

type NoteFields = { intent: 'note' }
export type OrderNoteActionResult = ActionResult<NoteFields, NoteFields>
