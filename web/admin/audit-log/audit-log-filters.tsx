import { RECORD_KINDS, type RecordPage } from '#shop/audit/audit-log-entry.ts'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { AUDIT_PATH, auditPath, isWhole, readAuditListView, type AuditListView } from './audit-log-url.ts'
import { RECORD_KIND_LABELS } from './audit-log-labels.ts'
import { ListSearch } from '#web/admin/lists/list-filter-form.tsx'

const KINDS = [{ value: '', label: 'Everything' }, ...RECORD_KINDS.map((kind) => ({ value: kind, label: RECORD_KIND_LABELS[kind] }))]
const GROUPS = [
  { value: 'customer', label: 'Customers' },
  { value: 'visitor', label: 'Not signed in' },
  { value: 'system', label: 'The shop itself' },
]

/** Search, kind, person and days of the record. */
export function AuditTools({ view, people }: { view: AuditListView; people: RecordPage['people'] }) {
  const { search, kind, who: whom, from, to } = view
  const selected = { kind: kind ?? '', who: whom ?? '', from: from ?? '', to: to ?? '' }
  const persons = people.map(({ id, email }) => ({ value: id, label: email }))
  const isSomebodyElse = whom !== null && ![...GROUPS, ...persons].some(({ value }) => value === whom)
  const who = [{ value: '', label: 'Everybody' }, ...persons, ...GROUPS, ...(isSomebodyElse ? [{ value: whom, label: 'One person' }] : [])]
  return (
    <ListSearch
      action={AUDIT_PATH}
      className="list-tools audit-tools"
      search={search}
      placeholder="Order, product, category or email"
      selected={selected}
      here={auditPath({ ...view, beside: null })}
      pathOf={(entries) => auditPath(readAuditListView(entries))}
      cleared={isWhole(view) ? null : AUDIT_PATH}
    >
      {view.about && <input type="hidden" name="about" value={view.about} />}
      <SelectField label="Kind" name="kind" options={KINDS} defaultValue={selected.kind} />
      <SelectField label="Who" name="who" options={who} defaultValue={selected.who} />
      <TextField label="From" name="from" type="date" defaultValue={selected.from} max={to ?? undefined} />
      <TextField label="To" name="to" type="date" defaultValue={selected.to} min={from ?? undefined} />
    </ListSearch>
  )
}
