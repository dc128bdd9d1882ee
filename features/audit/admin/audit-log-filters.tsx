import { AUDIT_KIND_LABELS } from '#features/audit/audit-event-labels.ts'
import { AUDIT_LOG_KINDS, type AuditLogPage } from '#features/audit/audit-log-entry.ts'
import { SelectField } from '#kit/form/select-field.tsx'
import { TextField } from '#kit/form/text-field.tsx'
import { auditLogUrl, type AuditLogView } from './audit-log-url.ts'
import { ListFilterForm } from '#kit/admin/list/list-filter-form.tsx'

const KIND_OPTIONS = [
  { value: '', label: 'Everything' },
  ...AUDIT_LOG_KINDS.map((kind) => ({ value: kind, label: AUDIT_KIND_LABELS[kind] })),
]
const ACTOR_GROUP_OPTIONS = [
  { value: 'customer', label: 'Customers' },
  { value: 'visitor', label: 'Not signed in' },
  { value: 'system', label: 'The shop itself' },
]

export function AuditLogFilters({ view, people }: { view: AuditLogView; people: AuditLogPage['people'] }) {
  const { kind, who: selectedActor, from, to } = view
  const adminOptions = people.map(({ id, email }) => ({ value: id, label: email }))
  const isUnlistedActor =
    selectedActor !== null &&
    ![...ACTOR_GROUP_OPTIONS, ...adminOptions].some(({ value }) => value === selectedActor)
  const actorOptions = [
    { value: '', label: 'Everybody' },
    ...adminOptions,
    ...ACTOR_GROUP_OPTIONS,
    ...(isUnlistedActor ? [{ value: selectedActor, label: 'One person' }] : []),
  ]
  return (
    <ListFilterForm
      list={auditLogUrl}
      view={view}
      className="audit-tools"
      placeholder="Order, product, category, word or email"
    >
      {view.about && <input type="hidden" name="about" value={view.about} />}
      <SelectField label="Kind" name="kind" options={KIND_OPTIONS} defaultValue={kind ?? ''} />
      <SelectField label="Who" name="who" options={actorOptions} defaultValue={selectedActor ?? ''} />
      <TextField label="From" name="from" type="date" defaultValue={from ?? ''} max={to ?? undefined} />
      <TextField label="To" name="to" type="date" defaultValue={to ?? ''} min={from ?? undefined} />
    </ListFilterForm>
  )
}
