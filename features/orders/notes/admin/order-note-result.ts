import type { ActionResult } from '#kit/actions/action-result.ts'

type NoteFields = { intent: 'note' }
export type OrderNoteActionResult = ActionResult<NoteFields, NoteFields>
