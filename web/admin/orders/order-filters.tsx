import { ORDER_FILTERS, orderFilterLabels } from '#shop/orders/order-filter.ts'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { ListFilterForm } from '#web/admin/lists/list-filter-form.tsx'
import { useHasPermission } from '#web/admin/layout/use-has-permission.ts'
import { orderListPath, ORDERS_PATH, readOrderListView, type OrderListView } from './order-list-url.ts'

const STATUS_OPTIONS = [
  { value: '', label: 'All statuses' },
  ...ORDER_FILTERS.map((filter) => ({ value: filter, label: orderFilterLabels[filter] })),
]

export function OrderFilters({ view }: { view: OrderListView }) {
  const status = view.status ?? ''
  const isAllowed = useHasPermission()
  return (
    <ListFilterForm
      action={ORDERS_PATH}
      className="list-tools"
      search={view.search}
      placeholder={`Order, customer, place, product${isAllowed('orders.read-amounts') ? ', total' : ''}`}
      selected={{ status }}
      currentPath={orderListPath({ ...view, page: 1 })}
      toPath={(entries) => orderListPath(readOrderListView(entries))}
      clearPath={view.search || view.status ? ORDERS_PATH : null}
    >
      <SelectField label="Status" name="status" options={STATUS_OPTIONS} defaultValue={status} />
    </ListFilterForm>
  )
}
