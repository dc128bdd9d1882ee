import { useEffect, useRef, type FormEvent } from 'react'
import { Form, Link, useNavigate } from 'react-router'
import { orderStatusNames } from '#shop/orders/order-names.ts'
import { ORDER_STATUSES } from '#shop/spec.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Field } from '#web/ui/field.tsx'
import { orderListPath, ORDERS_PATH, readOrderListView, type OrderListView } from './order-list-view.ts'
import { useSlashFocus } from './slash-focus.ts'

const TYPING_PAUSE_MILLISECONDS = 300
const STATUS_OPTIONS = [
  { value: '', label: 'All statuses' },
  ...ORDER_STATUSES.map((status) => ({ value: status, label: orderStatusNames[status] })),
]

/** Search and filter (D26): an ordinary GET form, which with scripts follows the typing. */
export function OrdersSearch({ view }: { view: OrderListView }) {
  const form = useRef<HTMLFormElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const navigate = useNavigate()
  useSlashFocus(box)

  // Back and forward change the address under the form; what is being typed right now is left alone.
  useEffect(() => {
    if (box.current && box.current !== document.activeElement) box.current.value = view.search
    const select = form.current?.elements.namedItem('status')
    if (select instanceof HTMLSelectElement) select.value = view.status ?? ''
  }, [view.search, view.status])
  useEffect(() => () => clearTimeout(pause.current), [])

  const show = (options?: { replace: boolean }) => {
    clearTimeout(pause.current)
    if (!form.current) return
    const entries = new FormData(form.current)
    const asked = readOrderListView(new URLSearchParams([...entries] as [string, string][]))
    if (orderListPath(asked) !== orderListPath({ ...view, page: 1 })) void navigate(orderListPath(asked), options)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    show()
  }
  const showAfterPause = () => {
    clearTimeout(pause.current)
    pause.current = setTimeout(() => show({ replace: true }), TYPING_PAUSE_MILLISECONDS)
  }

  return (
    <search>
      <Form ref={form} method="get" action={ORDERS_PATH} className="list-tools" onSubmit={submit}>
        <Field label="Search" name="search" className="search-field">
          <span className="search-box">
            <input
              ref={box}
              id="search"
              name="search"
              type="search"
              className="input"
              defaultValue={view.search}
              placeholder="Order, name, e-mail, phone or post code"
              autoComplete="off"
              spellCheck={false}
              aria-keyshortcuts="/"
              onInput={showAfterPause}
            />
            <kbd aria-hidden="true">
              /
            </kbd>
          </span>
        </Field>
        <SelectField
          label="Status"
          name="status"
          options={STATUS_OPTIONS}
          defaultValue={view.status ?? ''}
          onChange={() => show()}
        />
        <div className="list-tools-buttons">
          <Button type="submit" variant="outline">
            Search
          </Button>
          {(view.search || view.status) && (
            <Link to={ORDERS_PATH} className="bar-link">
              Clear
            </Link>
          )}
        </div>
      </Form>
    </search>
  )
}
