import { AUDIT_LOG_KINDS, type AuditLogPage } from '#shop/audit/audit-log-entry.ts'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import {
  AUDIT_LOG_PATH,
  auditLogPath,
  isUnfiltered,
  readAuditLogView,
  type AuditLogView,
} from './audit-log-url.ts'
import { AUDIT_KIND_LABELS } from './audit-log-labels.ts'
import { ListFilterForm } from '#web/admin/lists/list-filter-form.tsx'

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
  const { search, kind, who: selectedActor, from, to } = view
  const selected = { kind: kind ?? '', who: selectedActor ?? '', from: from ?? '', to: to ?? '' }
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
      action={AUDIT_LOG_PATH}
      className="list-tools audit-tools"
      search={search}
      placeholder="Order, product, category, word or email"
      selected={selected}
      currentPath={auditLogPath({ ...view, cursor: null })}
      toPath={(entries) => auditLogPath(readAuditLogView(entries))}
      clearPath={isUnfiltered(view) ? null : AUDIT_LOG_PATH}
    >
      {view.about && <input type="hidden" name="about" value={view.about} />}
      <SelectField label="Kind" name="kind" options={KIND_OPTIONS} defaultValue={selected.kind} />
      <SelectField label="Who" name="who" options={actorOptions} defaultValue={selected.who} />
      <TextField label="From" name="from" type="date" defaultValue={selected.from} max={to ?? undefined} />
      <TextField label="To" name="to" type="date" defaultValue={selected.to} min={from ?? undefined} />
    </ListFilterForm>
  )
}
