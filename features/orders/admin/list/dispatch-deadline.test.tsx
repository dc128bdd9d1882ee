import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DispatchDeadline } from './dispatch-deadline.tsx'

const renderText = (now: string) =>
  renderToStaticMarkup(
    <DispatchDeadline
      order={{ status: 'pending', created_at: '2026-11-21T09:00:00Z', dispatch_day: null }}
      now={new Date(now)}
    />,
  ).replace(/<[^>]+>/g, '')

test.each([
  ['2026-11-21T10:00:00Z', 'Send by tomorrow, 9:30 pm'],
  ['2026-11-22T10:00:00Z', 'Send by today, 9:30 pm'],
  ['2026-11-23T10:00:00Z', 'since yesterday, 9:30 pm'],
])('ADMIN-14 at %s the deadline of an order is shown as %s', (now, expected) => {
  expect(renderText(now)).toContain(expected)
})
