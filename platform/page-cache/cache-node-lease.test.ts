import { describe, expect, test, vi } from 'vitest'
import { createCacheNodeLease, LEASE_MS } from './cache-node-lease.ts'

function createLease(
  rows: () => Record<string, unknown>[] = () => [{ node: 'mine', renewals: 1, is_mine_renewed: true }],
) {
  const time = { monotonic: 1000, wall: 5_000_000 }
  const queries: { statement: string; values: unknown[] | undefined }[] = []
  let latencyMs = 0
  const query = async (statement: string | { text: string }, values?: unknown[]) => {
    queries.push({ statement: typeof statement === 'string' ? statement : statement.text, values })
    time.monotonic += latencyMs
    time.wall += latencyMs
    return { rows: rows() }
  }
  const onLapsed = vi.fn<() => void>()
  const onRenewed = vi.fn<(otherNodes: number) => void>()
  const onOtherSecret = vi.fn<(node: string) => void>()
  const lease = createCacheNodeLease(
    { query },
    { node: 'mine', leaseMs: LEASE_MS, fingerprint: 'our secret', onLapsed, onRenewed, onOtherSecret },
    { monotonic: () => time.monotonic, wall: () => time.wall },
  )
  const advance = (milliseconds: number) => {
    time.monotonic += milliseconds
    time.wall += milliseconds
  }
  return {
    lease,
    onLapsed,
    onRenewed,
    onOtherSecret,
    time,
    queries,
    advance,
    setLatency: (milliseconds: number) => void (latencyMs = milliseconds),
  }
}

describe('The lease of a node', () => {
  test('starts before the query is sent', async () => {
    const { lease, advance, setLatency } = createLease()
    expect(lease.isValid()).toBe(false)
    setLatency(200)
    await lease.begin(null)
    advance(LEASE_MS - 3 * 200 - 1)
    expect(lease.isValid()).toBe(true)
    advance(1)
    expect(lease.isValid()).toBe(false)
  })

  test('is renewed from before the query is sent, and a late renewal clears the cache before the lease is valid', async () => {
    const { lease, onLapsed, advance, setLatency } = createLease()
    await lease.begin(null)
    advance(1000)
    setLatency(500)
    expect(await lease.renew()).toBe(true)
    expect(onLapsed).not.toHaveBeenCalled()
    advance(LEASE_MS - 500)
    expect(lease.isValid()).toBe(false)
    onLapsed.mockImplementation(() => expect(lease.isValid()).toBe(false))
    await lease.renew()
    expect(onLapsed).toHaveBeenCalledTimes(1)
    expect(lease.isValid()).toBe(true)
  })

  test('expires while the machine sleeps, although the monotonic clock stops', async () => {
    const { lease, time } = createLease()
    await lease.begin(null)
    time.wall += LEASE_MS
    expect(lease.isValid()).toBe(false)
  })

  test('is not extended if the wall clock is set back', async () => {
    const { lease, time } = createLease()
    await lease.begin(null)
    time.wall -= 3_600_000
    time.monotonic += LEASE_MS
    expect(lease.isValid()).toBe(false)
  })

  test('FLEET-20 is no longer registered once it has ended', async () => {
    const { lease, queries } = createLease()
    const beginning = lease.begin(null)
    await lease.end()
    await expect(beginning).rejects.toThrow('ended')
    expect(queries.filter(({ statement }) => statement.includes('insert'))).toEqual([])
  })

  test('ends if another node has evicted this one', async () => {
    const { lease } = createLease(() => [{ node: 'another', renewals: 4, is_mine_renewed: false }])
    await lease.begin(null)
    expect(await lease.renew()).toBe(false)
    expect(lease.isValid()).toBe(false)
  })
})

test('A node that has not renewed for longer than the lease is removed, a live one is not', async () => {
  let steps = 0
  const { lease, advance, queries } = createLease(() => [
    { node: 'mine', renewals: steps, is_mine_renewed: true },
    { node: 'dead', renewals: 7, is_mine_renewed: true },
    { node: 'alive', renewals: (steps += 1), is_mine_renewed: true },
  ])
  await lease.begin(null)
  const removed = () =>
    queries
      .filter(({ statement }) => statement.includes('delete from cache_nodes n'))
      .map(({ values }) => values)
  for (let second = 0; second < 5; second += 1) {
    await lease.renew()
    expect(removed()).toEqual([])
    advance(1000)
  }
  await lease.renew()
  expect(removed()).toEqual([[['dead'], [7]]])
})

test('FLEET-16 another secret is reported once; its own is not, nor is a build without one', async () => {
  let renewals = 0
  const other = (node: string, secret_fingerprint: string) => ({
    node,
    secret_fingerprint,
    is_mine_renewed: true,
  })
  const rows = [other('mine', 'our secret')]
  const { lease, onRenewed, onOtherSecret } = createLease(() =>
    rows.map((row) => ({ ...row, renewals: (renewals += 1) })),
  )
  await lease.begin(null)
  await lease.renew()
  expect(onRenewed, 'alone').toHaveBeenLastCalledWith(0)
  rows.push(other('second', 'our secret'), other('former build', ''))
  await lease.renew()
  await lease.renew()
  expect(onRenewed).toHaveBeenLastCalledWith(2)
  expect(onOtherSecret).not.toHaveBeenCalled()
  rows.push(other('third', 'another secret'), other('fourth', 'another secret'))
  await lease.renew()
  await lease.renew()
  expect(onOtherSecret.mock.calls).toEqual([['third']])
})

test('FLEET-21 a node that was killed is not told to be another one, nor its secret', async () => {
  const rows = [
    { node: 'mine', renewals: 1, is_mine_renewed: true },
    { node: 'killed', renewals: 7, secret_fingerprint: 'its secret', is_mine_renewed: true },
  ]
  const { lease, advance, onRenewed, onOtherSecret } = createLease(() => rows)
  await lease.begin(null)
  for (let second = 0; second < 8; second += 1) {
    await lease.renew()
    advance(1000)
  }
  expect(Math.max(0, ...onRenewed.mock.calls.flat())).toBe(0)
  expect(onOtherSecret).not.toHaveBeenCalled()
})
