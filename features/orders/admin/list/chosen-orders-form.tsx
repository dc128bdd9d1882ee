import { useLayoutEffect, useRef, useState, type SubmitEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { packingSlipMessages } from '#features/orders/admin-order-messages.ts'
import { bulkMoveMessages } from '#features/orders/bulk-moves/bulk-move-messages.ts'
import type { AnyOrderRow } from '#features/orders/order.ts'
import { nextStatusAction, ORDER_STATUSES, type OrderStatus } from '#features/orders/order-status.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { Button } from '#kit/form/button.tsx'
import { packingSlipsPath } from '#features/orders/packing-slips/admin/packing-slips-url.ts'

export const CHOSEN_ORDERS_FORM_ID = 'chosen-orders'

const STEPS = ORDER_STATUSES.flatMap((from) => {
  const step = nextStatusAction(from)
  return step ? [{ from, key: step.key }] : []
})

type ChosenOrdersFormProps = {
  orders: readonly AnyOrderRow[]
  chosenOrders: readonly AnyOrderRow[]
  isPending: boolean
  onChooseAll: (isChosen: boolean) => void
  onMove: (from: OrderStatus, orders: readonly AnyOrderRow[]) => void
}

export function ChosenOrdersForm({
  orders,
  chosenOrders,
  isPending,
  onChooseAll,
  onMove,
}: ChosenOrdersFormProps) {
  const navigate = useNavigate()
  const [isMissing, setMissing] = useState(false)
  const chooseAll = useRef<HTMLInputElement>(null)
  const { search } = useLocation()
  // Once shown, a list's step buttons stay, so that no row moves under the next click.
  const [searchWithSteps, setSearchWithSteps] = useState<string>()
  const hasSteps = orders.some(({ status }) => nextStatusAction(status) !== null)
  if (hasSteps && searchWithSteps !== search) setSearchWithSteps(search)
  const ordersAt = (from: OrderStatus) => chosenOrders.filter(({ status }) => status === from)
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { name, value } = event.nativeEvent.submitter as HTMLButtonElement
    const affected = name === 'move_chosen' ? ordersAt(value as OrderStatus) : chosenOrders
    setMissing(affected.length === 0)
    if (affected.length === 0) return
    if (name === 'move_chosen') onMove(value as OrderStatus, affected)
    else void navigate(packingSlipsPath(affected.map(({ id }) => id)))
  }
  // A button that no longer applies is hidden, and would lose the focus.
  useLayoutEffect(() => {
    if (document.activeElement?.matches('.chosen-step[data-count="0"]')) chooseAll.current?.focus()
  })
  return (
    <PostForm id={CHOSEN_ORDERS_FORM_ID} data-no-entries className="chosen-orders" onSubmit={send}>
      <label className="row-choice keys-switch needs-script">
        <input
          ref={chooseAll}
          type="checkbox"
          data-key="X"
          aria-keyshortcuts="Shift+x"
          checked={chosenOrders.length > 0 && chosenOrders.length === orders.length}
          onChange={(event) => onChooseAll(event.target.checked)}
        />
        {bulkMoveMessages.chooseAll}
      </label>
      <Button
        type="submit"
        name="intent"
        value="packing-slips"
        size="small"
        variant="outline"
        className="chosen-slips"
        data-key="l"
        aria-keyshortcuts="l"
      >
        {`Packing slips${chosenOrders.length > 0 ? ` (${chosenOrders.length})` : ''}`}
      </Button>
      {(hasSteps || searchWithSteps === search) && (
        <div className="chosen-steps">
          {chosenOrders.every(({ status }) => nextStatusAction(status) === null) && (
            <span className="sm:hidden min-[22.5rem]:max-sm:absolute needs-script">
              {bulkMoveMessages.noneChosen}
            </span>
          )}
          {STEPS.map(({ from, key }) => {
            const count = ordersAt(from).length
            return (
              <Button
                key={from}
                type="submit"
                name="move_chosen"
                value={from}
                size="small"
                className="chosen-step"
                pending={isPending}
                data-count={count}
                data-key={key.toUpperCase()}
                aria-keyshortcuts={`Shift+${key}`}
              >
                {bulkMoveMessages.stepLabel(from, count)}
              </Button>
            )
          })}
        </div>
      )}
      <span role="alert">
        {isMissing && chosenOrders.length === 0 && (
          <span className="field-error">{packingSlipMessages.chooseAnOrder}</span>
        )}
      </span>
    </PostForm>
  )
}
