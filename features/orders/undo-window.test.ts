import { expect, test } from 'vitest'
import { undoSecondsLeft } from './undo-window.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 22, 12, 0, seconds)).toISOString()
const moved = (seconds: number) => ({ at: at(seconds), event: 'moved', to_status: 'shipped' }) as const
const left = (history: Parameters<typeof undoSecondsLeft>[0], seconds: number) =>
  undoSecondsLeft(history, new Date(at(seconds)))

test('ORDER-24 the last transition can be undone for ten seconds, also after an edit', () => {
  expect([0, 4, 10, 11].map((seconds) => left([moved(0)], seconds))).toEqual([10, 6, 0, 0])
  expect(left([moved(0), { at: at(1), event: 'edited', to_status: null }], 4)).toBe(6)
})

test('ORDER-24 edits and undone transitions cannot be undone', () => {
  expect(left([], 0)).toBe(0)
  expect(left([{ at: at(0), event: 'placed', to_status: 'pending' }], 1)).toBe(0)
  expect(left([moved(0), { at: at(1), event: 'undone', to_status: 'processing' }], 2)).toBe(0)
  expect(left([moved(0), { at: at(1), event: 'cancelled', to_status: 'cancelled' }], 2)).toBe(0)
})
