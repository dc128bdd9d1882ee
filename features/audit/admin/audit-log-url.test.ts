import { describe, expect, test } from 'vitest'
import { auditLogUrl, type AuditLogView } from './audit-log-url.ts'

const read = (query: string) => auditLogUrl.read(new URLSearchParams(query))
const PERSON = '11111111-2222-4333-8444-555555555555'
const DEFAULT_VIEW: AuditLogView = {
  kind: null,
  who: null,
  about: null,
  search: '',
  from: null,
  to: null,
  cursor: null,
}

describe('Audit log URL', () => {
  test('AUDIT-8 a copied URL shows the same rows', () => {
    const view: AuditLogView = {
      kind: 'prices',
      who: PERSON,
      about: PERSON,
      search: 'cliff honey',
      from: '2026-11-01',
      to: '2026-11-21',
      cursor: { at: '2026-11-21T20:33:01.123456Z', source: 2, row: '48', isNewer: false },
    }
    for (const expected of [
      view,
      { ...view, cursor: { ...view.cursor!, isNewer: true } },
      { ...DEFAULT_VIEW, who: 'customer' },
      DEFAULT_VIEW,
    ]) {
      expect(read(auditLogUrl.path(expected).split('?')[1] ?? '')).toEqual(expected)
    }
    expect(auditLogUrl.path(DEFAULT_VIEW)).toBe('/admin/audit')
  })

  test('AUDIT-8 the next page keeps every filter', () => {
    const cursor = { at: '2026-11-21T20:33:01Z', source: 5, row: PERSON }
    expect(
      read(
        auditLogUrl
          .path({ ...DEFAULT_VIEW, kind: 'orders', cursor: { ...cursor, isNewer: false } })
          .split('?')[1]!,
      ),
    ).toEqual({ ...DEFAULT_VIEW, kind: 'orders', cursor: { ...cursor, isNewer: false } })
  })

  test.each([
    'kind=secrets',
    'who=everybody',
    `who=${PERSON}x`,
    'about=1',
    'from=2026-02-30',
    'from=0001-01-01',
    'to=yesterday',
    'to=2026-1-1',
    'after=x',
    'after=2026-02-30T10:00:00Z_1_1',
    'after=2026-01-01T25:00:00Z_1_1',
    'after=2026-01-01T10:00:00Z_9_1',
    'after=0001-01-01T10:00:00Z_1_1',
    `after=2026-01-01T10:00:00Z_1_${PERSON}`,
    'after=2026-01-01T10:00:00Z_5_7',
    'before=2026-01-01T10:00:00Z_1_1%27%20or%201=1',
    `after=2026-01-01T10:00:00Z_1_${'9'.repeat(19)}`,
  ])('an invalid parameter is ignored: %s', (query) => {
    expect(read(query)).toEqual(DEFAULT_VIEW)
  })
})
