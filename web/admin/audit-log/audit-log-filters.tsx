import { AUDIT_LOG_KINDS, type AuditLogPage } from '#shop/audit/audit-log-entry.ts'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { AUDIT_LOG_PATH, auditLogPath, isUnfiltered, readAuditLogView, type AuditLogView } from './audit-log-url.ts'
import { AUDIT_KIND_LABELS } from './audit-log-labels.ts'
import { ListFilterForm } from '#web/admin/lists/list-filter-form.tsx'

const KINDS = [{ value: '', label: 'Everything' }, ...AUDIT_LOG_KINDS.map((kind) => ({ value: kind, label: AUDIT_KIND_LABELS[kind] }))]
const GROUPS = [
  { value: 'customer', label: 'Customers' },
  { value: 'visitor', label: 'Not signed in' },
  { value: 'system', label: 'The shop itself' },
]

/** Search, kind, person and days of the record. */
export function AuditLogFilters({ view, people }: { view: AuditLogView; people: AuditLogPage['people'] }) {
  const { search, kind, who: selectedActor, from, to } = view
  const selected = { kind: kind ?? '', who: selectedActor ?? '', from: from ?? '', to: to ?? '' }
  const persons = people.map(({ id, email }) => ({ value: id, label: email }))
  const isUnlistedActor = selectedActor !== null && ![...GROUPS, ...persons].some(({ value }) => value === selectedActor)
  const who = [{ value: '', label: 'Everybody' }, ...persons, ...GROUPS, ...(isUnlistedActor ? [{ value: selectedActor, label: 'One person' }] : [])]
  return (
    <ListFilterForm
      action={AUDIT_LOG_PATH}
      className="list-tools audit-tools"
      search={search}
      placeholder="Order, product, category or email"
      selected={selected}
      currentPath={auditLogPath({ ...view, cursor: null })}
      toPath={(entries) => auditLogPath(readAuditLogView(entries))}
      clearPath={isUnfiltered(view) ? null : AUDIT_LOG_PATH}
    >
      {view.about && <input type="hidden" name="about" value={view.about} />}
      <SelectField label="Kind" name="kind" options={KINDS} defaultValue={selected.kind} />
      <SelectField label="Who" name="who" options={who} defaultValue={selected.who} />
      <TextField label="From" name="from" type="date" defaultValue={selected.from} max={to ?? undefined} />
      <TextField label="To" name="to" type="date" defaultValue={selected.to} min={from ?? undefined} />
    </ListFilterForm>
  )
}
