import { describe, expect, test, vi } from 'vitest'
import { createCacheNodeLease, LEASE_MS } from './cache-node-lease.ts'

/** A database that answers when it is told to, and clocks that stand still until they are moved. */
function aNode(rows: () => Record<string, unknown>[] = () => [{ node: 'mine', renewals: 1, is_mine_renewed: true }]) {
  const time = { monotonic: 1000, wall: 5_000_000 }
  const asked: { statement: string; values: unknown[] | undefined }[] = []
  let takes = 0
  const query = async (statement: string, values?: unknown[]) => {
    asked.push({ statement, values })
    time.monotonic += takes
    time.wall += takes
    return { rows: rows() }
  }
  const onLapsed = vi.fn<() => void>()
  const lease = createCacheNodeLease({ query }, { node: 'mine', leaseMs: LEASE_MS, onLapsed }, { monotonic: () => time.monotonic, wall: () => time.wall })
  const pass = (milliseconds: number) => {
    time.monotonic += milliseconds
    time.wall += milliseconds
  }
  return { lease, onLapsed, time, asked, pass, answersAfter: (milliseconds: number) => void (takes = milliseconds) }
}

describe('The lease of a node', () => {
  test('counts from before the database was asked for it', async () => {
    const { lease, pass, answersAfter } = aNode()
    expect(lease.isValid()).toBe(false)
    answersAfter(200)
    await lease.begin(null)
    pass(LEASE_MS - 3 * 200 - 1)
    expect(lease.isValid()).toBe(true)
    pass(1)
    expect(lease.isValid()).toBe(false)
  })

  test('is renewed from before it was asked for again, and what was kept goes before a late one is valid', async () => {
    const { lease, onLapsed, pass, answersAfter } = aNode()
    await lease.begin(null)
    pass(1000)
    answersAfter(500)
    expect(await lease.renew()).toBe(true)
    expect(onLapsed).not.toHaveBeenCalled()
    pass(LEASE_MS - 500)
    expect(lease.isValid()).toBe(false)
    onLapsed.mockImplementation(() => expect(lease.isValid()).toBe(false))
    await lease.renew()
    expect(onLapsed).toHaveBeenCalledTimes(1)
    expect(lease.isValid()).toBe(true)
  })

  test('is over when the machine has slept, although its steady clock slept with it', async () => {
    const { lease, time } = aNode()
    await lease.begin(null)
    time.wall += LEASE_MS
    expect(lease.isValid()).toBe(false)
  })

  test('is not made longer by a clock that is put back', async () => {
    const { lease, time } = aNode()
    await lease.begin(null)
    time.wall -= 3_600_000
    time.monotonic += LEASE_MS
    expect(lease.isValid()).toBe(false)
  })

  test('ends at once when another node has taken this one out', async () => {
    const { lease } = aNode(() => [{ node: 'another', renewals: 4, is_mine_renewed: false }])
    await lease.begin(null)
    expect(await lease.renew()).toBe(false)
    expect(lease.isValid()).toBe(false)
  })
})

test('A node that stands still for longer than any lease is removed, and one that lives is not', async () => {
  let steps = 0
  const { lease, pass, asked } = aNode(() => [
    { node: 'mine', renewals: steps, is_mine_renewed: true },
    { node: 'dead', renewals: 7, is_mine_renewed: true },
    { node: 'alive', renewals: (steps += 1), is_mine_renewed: true },
  ])
  await lease.begin(null)
  const removed = () => asked.filter(({ statement }) => statement.includes('delete from cache_nodes n')).map(({ values }) => values)
  for (let second = 0; second < 5; second += 1) {
    await lease.renew()
    expect(removed()).toEqual([])
    pass(1000)
  }
  await lease.renew()
  expect(removed()).toEqual([[['dead'], [7]]])
})
