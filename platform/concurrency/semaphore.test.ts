import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

test('limits concurrency, in order of arrival, also after a failure', async () => {
  const withPermit = createSemaphore(2)
  let now = 0
  let most = 0
  const begun: number[] = []
  const act = (place: number) => async () => {
    begun.push(place)
    most = Math.max(most, ++now)
    await new Promise((resolve) => setTimeout(resolve, 5 - place))
    now -= 1
    if (place === 1) throw new Error('it failed')
    return place
  }
  const ends = await Promise.allSettled([0, 1, 2, 3, 4].map((place) => withPermit(act(place))))
  expect(ends.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
  expect([most, begun]).toEqual([2, [0, 1, 2, 3, 4]])
})
