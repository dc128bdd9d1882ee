import { describe, expect, test } from 'vitest'
import { describeAuditEvent } from '#features/audit/audit-event-labels.ts'
import type { AuditLogEntry } from '#features/audit/audit-log-entry.ts'
import { eachAllergen } from '#features/catalogue/labels/allergen-statements.ts'
import { listFieldChanges, truncateFieldChange } from './audit-field-changes.ts'
import { auditLogUrl } from './audit-log-url.ts'
import { describeAuditActor, listAuditNotes, auditLogTitle, auditSubjectLink } from './audit-log-labels.ts'

const ID = '11111111-2222-4333-8444-555555555555'
const defaultView = auditLogUrl.read(new URLSearchParams())
const row = (changes: Partial<AuditLogEntry>): AuditLogEntry => ({
  place: { at: '2026-11-21T20:33:01Z', source: 2, row: '1' },
  kind: 'products',
  event: 'changed',
  area: null,
  actor: { kind: 'admin', id: ID, name: null, email: 'owner@ninthbend.example' },
  subject: { kind: 'product', id: ID, name: 'Cliff Honey' },
  before: null,
  after: null,
  details: null,
  ...changes,
})
const changes = (before: AuditLogEntry['before'], after: AuditLogEntry['after']) =>
  listFieldChanges({ before, after }, { [ID]: 'Honey' }).map(
    ({ field, oldValue, newValue }) => `${field}: ${oldValue} → ${newValue}`,
  )

describe('AUDIT-1 Labels of field changes', () => {
  test('MONEY-2 formats prices, booleans, categories and pictures', () => {
    expect(
      changes(
        { price: 4.5, is_active: true, category_id: ID, image_url: '/a.webp', badge: null, stock: 1200 },
        { price: 1234.5, is_active: false, category_id: 'x', image_url: '/b.webp', badge: 'New', stock: 0 },
      ),
    ).toEqual([
      'Price: £4.50 → £1,234.50',
      'Category: Honey → Another category',
      'Active: Yes → No',
      'Badge: – → New',
      'Stock: 1,200 → 0',
      'Picture: A picture → Another one',
    ])
    expect(changes({ status: 'pending' }, { status: 'processing' })).toEqual(['Status: Pending → Processing'])
  })

  test('PICTURE-12 CATALOGUE-36 describes pictures by their texts, and the order of Featured', () => {
    const [jar, label] = [
      { image_url: '/a.webp', alt: 'Jar' },
      { image_url: '/b.webp', alt: null },
    ]
    const pictures = (before: object[], after: object[]) =>
      changes({ more_pictures: before }, { more_pictures: after })
    expect(pictures([], [jar, label])).toEqual(['Further pictures: – → 2 pictures: ‘Jar’, no text'])
    expect(pictures([label], [{ ...label, image_url: '/c.webp' }])).toEqual([
      'Further pictures: 1 picture: no text → Others, or in another order',
    ])
    expect(changes({ featured_order: 'Tea, Rice' }, { featured_order: 'Rice, Tea' })).toEqual([
      'Order of Featured: Tea, Rice → Rice, Tea',
    ])
  })

  test('AUDIT-1 FOOD-2 lists only the changed nested fields, with their form labels', () => {
    const nutrition = (value: number) => ({
      energy: { value, unit: 'kcal', per: '100g' },
      fat: { value: 1, unit: 'g', per: '100g' },
    })
    expect(
      changes(
        { nutrition_info: nutrition(300), manufacturer: { name: 'A', city: 'London' } },
        { nutrition_info: nutrition(333), manufacturer: { name: 'A', city: 'Kalpetta' } },
      ),
    ).toEqual(['Energy (kcal): 300 → 333', 'City: London → Kalpetta'])
  })

  test('AUDIT-1 FOOD-3 lists only the value of a nutrient that is added or removed', () => {
    const grams = (value: number | null) => ({ value, unit: 'g', per: '100g' })
    expect(
      changes(
        { nutrition_info: { fat: grams(null), salt: grams(1) } },
        { nutrition_info: { fat: grams(3), sugars: grams(0), salt: grams(null) } },
      ),
    ).toEqual(['Fat (g): – → 3', 'Sugars (g): – → 0', 'Salt (g): 1 → –'])
    expect(changes(null, { nutrition_info: { fat: grams(null), protein: grams(2) } })).toEqual([
      'Protein (g): – → 2',
    ])
  })

  test('AUDIT-1 FOOD-13 lists the changed allergens in one field', () => {
    const free = eachAllergen(() => 'free')
    expect(
      changes(
        { allergens: { ...free, lupin: 'not known' } },
        { allergens: { ...free, milk: 'contains', nuts: 'may contain', eggs: 'may contain' } },
      ),
    ).toEqual([
      'Allergens: Free from eggs, milk and nuts; not known: lupin → Contains milk; may contain eggs and nuts; free from lupin',
    ])
    expect(changes(null, { allergens: free })).toEqual(['Allergens: – → Free from all 14'])
    expect(changes({ allergens: free }, { allergens: free })).toEqual([])
  })

  test('AUDIT-1 lists every field with a value for a new record', () => {
    expect(changes(null, { name: 'Cliff Honey', price: 4.5, badge: null })).toEqual([
      'Price: – → £4.50',
      'Name: – → Cliff Honey',
    ])
  })

  test('long texts are cut to the part around their first difference', () => {
    const start =
      'Gathered from the cliffs of Wayanad by people who climb for it, and filtered through cloth once it has settled for weeks. '
    const shown = truncateFieldChange({
      field: 'Description',
      oldValue: `${start}Keeps a year.`,
      newValue: `${start}Keeps two years.`,
    })
    expect(shown.oldValue).toMatch(/^….*Keeps a year\.$/)
    expect(shown.newValue).toMatch(/^….*Keeps two years\.$/)
    expect(truncateFieldChange({ field: 'Name', oldValue: 'A', newValue: 'B' })).toEqual({
      field: 'Name',
      oldValue: 'A',
      newValue: 'B',
    })
  })
})

describe('Labels of event, actor and subject', () => {
  test.each<[Partial<AuditLogEntry>, string]>([
    [{ after: { price: 5 } }, 'Price changed'],
    [{ after: { price: 5, badge: 'New' } }, 'Product changed'],
    [{ event: 'added' }, 'Product added'],
    [{ event: 'deleted' }, 'Product deleted'],
    [{ kind: 'categories', event: 'added' }, 'Category added'],
    [{ kind: 'categories', event: 'deleted' }, 'Category deleted'],
    [{ kind: 'categories' }, 'Category changed'],
    [{ event: 'imported' }, 'Products imported'],
    [{ event: 'imported', after: { subject: 'categories' } }, 'Categories imported'],
    [{ event: 'import-undone', after: { subject: 'categories' } }, 'Import of categories undone'],
    [{ kind: 'search-words', event: 'deleted' }, 'Search words deleted'],
    [{ kind: 'sign-ins', event: 'sign-in-failed' }, 'Sign-in failed'],
    [{ kind: 'sign-ins', event: 'second-step-failed' }, 'Wrong code at sign-in'],
    [{ kind: 'sign-ins', event: 'some-new-thing' }, 'Some new thing'],
    [{ kind: 'cancellations', event: 'cancelled' }, 'Order cancelled'],
  ])('%j is labelled %s', (change, label) => expect(describeAuditEvent(row(change))).toBe(label))

  test('a row links to the order, product form, stock dialog or category form', () => {
    const linkOf = (change: Partial<AuditLogEntry>) => auditSubjectLink(row(change), defaultView)
    expect(linkOf({ kind: 'moves', subject: { kind: 'order', id: ID, name: null } })).toEqual({
      label: '#11111111',
      to: `/admin/orders/${ID}`,
    })
    expect(linkOf({})).toEqual({ label: 'Cliff Honey', to: `/admin/products?edit=${ID}` })
    expect(linkOf({ kind: 'stock' }).to).toBe(`/admin/products?stock=${ID}`)
    expect(linkOf({ kind: 'categories', subject: { kind: 'category', id: ID, name: 'Honey' } }).to).toBe(
      `/admin/categories?edit=${ID}`,
    )
  })

  test('SEARCH-75 search words link to their form, deleted ones to the page', () => {
    const subject = {
      kind: 'search-group',
      id: '00000000-0000-0000-0000-0000000000ff',
      name: 'maggi',
    } as const
    const linkOf = (event: string) =>
      auditSubjectLink(row({ kind: 'search-words', event, subject }), defaultView)
    expect(linkOf('changed')).toEqual({ label: 'maggi', to: '/admin/search?edit=255' })
    expect(linkOf('deleted').to).toBe('/admin/search')
    expect(changes({ words: 'maggi, noodles' }, null)).toEqual(['Words: maggi, noodles → –'])
  })

  test('a person links to their entries, an unknown email address to all entries without an account', () => {
    const person = (id: string | null) =>
      auditSubjectLink(row({ kind: 'sign-ins', subject: { kind: 'person', id, name: null } }), defaultView)
    expect(person(ID).to).toBe(`/admin/audit?who=${ID}`)
    expect(person(null)).toEqual({
      label: 'An address without an account',
      to: '/admin/audit?kind=sign-ins&who=visitor',
    })
  })

  test('AUDIT-7 shows the name of the actor if there is one', () => {
    const who = (actor: Partial<AuditLogEntry['actor']>) =>
      describeAuditActor(row({ actor: { kind: 'customer', id: ID, name: null, email: null, ...actor } }))
    expect(who({ name: 'Asha Menon', email: 'asha@mail.example' })).toEqual({
      label: 'Asha Menon',
      secondary: 'asha@mail.example',
    })
    expect(who({ kind: 'admin', email: 'owner@ninthbend.example' })).toEqual({
      label: 'owner@ninthbend.example',
      secondary: 'Administrator',
    })
    expect(who({ kind: 'system' }).label).toBe('The shop itself')
    expect(who({ kind: 'visitor' }).label).toBe('Somebody not signed in')
    expect(who({}).label).toBe('Customer')
  })

  test('AUDIT-3 notes of refusals, order edits and cancellations', () => {
    const details = (event: string, eventDetails: AuditLogEntry['details']) =>
      listAuditNotes(row({ event, details: eventDetails }))
    expect(
      details('refused', {
        method: 'POST',
        path: '/admin/orders',
        reason: 'no-administrator',
        is_last_of_hour: true,
      }),
    ).toEqual([
      'Sent a form to /admin/orders',
      'Is no administrator',
      'More of the same in this hour is not listed.',
    ])
    expect(details('refused', { method: 'GET', path: '/admin', reason: 'orders.move' })).toEqual([
      'Asked for /admin',
      'May not move orders on',
    ])
    expect(details('cancelled', { reason: 'Cancelled by admin', note: 'Jar broke' })).toEqual([
      'Cancelled by admin',
      'Jar broke',
    ])
    expect(details('cancelled', { reason: 'Cancelled by admin', customer_note: 'Sorry.' })).toEqual([
      'Cancelled by admin',
      'Note to the customer: Sorry.',
    ])
    const edit = {
      items: [{ product_id: ID, name: 'Honey', from: 3, to: 1 }],
      total_amount: { from: 13.5, to: 4.5 },
      estimated_delivery: { from: '2026-11-25', to: '2026-11-25' },
    }
    expect(details('edited', { edit })).toEqual(['Honey: 3 to 1', 'Total: £13.50 to £4.50'])
  })

  test('the title contains the filters', () => {
    const title = (query: string) => auditLogTitle(auditLogUrl.read(new URLSearchParams(query)))
    expect(title('')).toBe('Record')
    expect(title('kind=prices&search=honey&from=2026-11-01&to=2026-11-21')).toBe(
      'Record of prices matching ‘honey’ from 1 November 2026 to 21 November 2026',
    )
    expect(title('from=2026-11-01&after=2026-11-21T20:33:01Z_1_1')).toBe(
      'Record since 1 November 2026, another page',
    )
  })
})

test('DELIVERY-11 AUDIT-1 changed delivery charges are named, in pounds', () => {
  expect(
    changes(
      { is_charged: false, standard: 3.99, express: 4.99, cut_off_hour: 14 },
      { is_charged: true, standard: 4.5, express: null, cut_off_hour: 12 },
    ),
  ).toEqual([
    'Charge for delivery: No → Yes',
    'Standard delivery: £3.99 → £4.50',
    'Express delivery: £4.99 → –',
    'Express cut-off: 2 pm → 12 pm',
  ])
})
