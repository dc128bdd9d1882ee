import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { rejectOnAbort } from './reject-on-abort.ts'

const never = () => new Promise<never>(() => {})

test('rejects when the signal aborts, immediately if it is already aborted', async () => {
  const controller = new AbortController()
  const waiting = rejectOnAbort(never(), controller.signal)
  controller.abort(new Error('The shop was stopped.'))
  await expect(waiting).rejects.toThrow('The shop was stopped.')
  await expect(rejectOnAbort(never(), controller.signal)).rejects.toThrow('The shop was stopped.')
})

test('removes its listener once the work has settled', async () => {
  const { signal } = new AbortController()
  expect(await rejectOnAbort(Promise.resolve('done'), signal)).toBe('done')
  await expect(rejectOnAbort(Promise.reject(new Error('failed')), signal)).rejects.toThrow('failed')
  expect(getEventListeners(signal, 'abort')).toEqual([])
})
