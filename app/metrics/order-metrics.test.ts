import { expect, test } from 'vitest'
import type { OrderBatcher } from '#features/checkout/placing/order-batcher.server.ts'
import { createMetrics, formatMetrics } from './metrics.ts'

type Answer = Awaited<ReturnType<OrderBatcher['place']>>

const placedOrder = (repeated: boolean) =>
  ({ ok: true, value: { order_id: 'x', total_amount: 1, status: 'pending', repeated } }) as const
const changedLines = (...problems: string[]) =>
  ({
    ok: false,
    refusal: { code: 'cart-changed', lines: problems.map((problem) => ({ problem })) },
  }) as unknown as Answer

async function orderLines(metrics: ReturnType<typeof createMetrics>) {
  const text = await formatMetrics([await metrics.collect()])
  return [...text.matchAll(/^ninth_bend_orders_.*$/gm)].map(([line]) => line)
}

test('MONITOR-5 orders are counted as placed, repeated, refused by reason, or failed', async () => {
  const answers: (Answer | Error)[] = [
    placedOrder(false),
    placedOrder(false),
    placedOrder(true),
    { ok: false, refusal: { code: 'too-many-orders', retry_after_seconds: 60 } },
    changedLines('price-changed'),
    changedLines('price-changed', 'not-enough-stock'),
    new Error('The database is away.'),
  ]
  const metrics = createMetrics('only')
  const { place } = metrics.orders.count({
    async place() {
      const answer = answers.shift()!
      if (answer instanceof Error) throw answer
      return answer
    },
  })
  const returned: unknown[] = []
  for (let count = answers.length; count > 0; count -= 1)
    returned.push(await place({} as never, {} as never).catch((error: unknown) => error))
  expect(returned[0]).toEqual(placedOrder(false))
  expect(returned.at(-1)).toBeInstanceOf(Error)
  const lines = await orderLines(metrics)
  expect(lines.filter((line) => !line.endsWith(' 0'))).toEqual([
    'ninth_bend_orders_placed_total{process="only"} 2',
    'ninth_bend_orders_repeated_total{process="only"} 1',
    'ninth_bend_orders_refused_total{reason="price-changed",process="only"} 1',
    'ninth_bend_orders_refused_total{reason="not-enough-stock",process="only"} 1',
    'ninth_bend_orders_refused_total{reason="too-many-orders",process="only"} 1',
    'ninth_bend_orders_failed_total{process="only"} 1',
  ])
})

test('MONITOR-5 before the first refusal each reason is reported as 0, so that the first one shows as an increase', async () => {
  const lines = await orderLines(createMetrics('only'))
  for (const reason of ['too-many-orders', 'price-changed', 'delivery-changed'])
    expect(lines).toContain(`ninth_bend_orders_refused_total{reason="${reason}",process="only"} 0`)
})
