import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { rejectOnAbort } from './reject-on-abort.ts'

const never = () => new Promise<never>(() => {})

test('work that does not listen is given up when the signal comes, and at once when it has come already', async () => {
  const giveUp = new AbortController()
  const waiting = rejectOnAbort(never(), giveUp.signal)
  giveUp.abort(new Error('The shop was stopped.'))
  await expect(waiting).rejects.toThrow('The shop was stopped.')
  await expect(rejectOnAbort(never(), giveUp.signal)).rejects.toThrow('The shop was stopped.')
})

test('a signal that never comes keeps nothing of work that is over', async () => {
  const { signal } = new AbortController()
  expect(await rejectOnAbort(Promise.resolve('done'), signal)).toBe('done')
  await expect(rejectOnAbort(Promise.reject(new Error('failed')), signal)).rejects.toThrow('failed')
  expect(getEventListeners(signal, 'abort')).toEqual([])
})
