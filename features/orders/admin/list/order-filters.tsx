import { ORDER_FILTERS, orderFilterLabels } from '#features/orders/order-filter.ts'
import { SelectField } from '#kit/form/select-field.tsx'
import { ListFilterForm } from '#kit/admin/list/list-filter-form.tsx'
import { useHasPermission } from '#kit/admin/screen/use-has-permission.ts'
import { orderListUrl, type OrderListView } from './order-list-url.ts'

const STATUS_OPTIONS = [
  { value: '', label: 'All statuses' },
  ...ORDER_FILTERS.map((filter) => ({ value: filter, label: orderFilterLabels[filter] })),
]

export function OrderFilters({ view }: { view: OrderListView }) {
  const isAllowed = useHasPermission()
  return (
    <ListFilterForm
      list={orderListUrl}
      view={view}
      placeholder={`Order, customer, place, product${isAllowed('orders.read-amounts') ? ', total' : ''}`}
    >
      <SelectField label="Status" name="status" options={STATUS_OPTIONS} defaultValue={view.status ?? ''} />
    </ListFilterForm>
  )
}
