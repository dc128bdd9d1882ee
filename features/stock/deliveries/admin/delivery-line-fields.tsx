import { deliveryMessages } from '#features/stock/deliveries/delivery-messages.ts'
import {
  lineField,
  MAX_BATCH_NUMBER_LENGTH,
  type DeliveryLine,
  type TypedLine,
} from '#features/stock/deliveries/delivery.ts'
import { GuardedButton } from '#kit/admin/screen/guarded-button.tsx'
import { TextField } from '#kit/form/text-field.tsx'

type DeliveryLineFieldsProps = {
  line: DeliveryLine
  index: number
  errors: Readonly<Record<string, string>>
  /** Another line may be under the pointer then. */
  hasJustRemoved: boolean
  onChange: (line: DeliveryLine) => void
  onRemove: () => void
}

export function DeliveryLineFields({
  line,
  index,
  errors,
  hasJustRemoved,
  onChange,
  onRemove,
}: DeliveryLineFieldsProps) {
  const nameId = `delivery-line-${index}`
  const field = (name: Exclude<keyof TypedLine, 'product_id'>, label: string) => ({
    name: lineField(name, index),
    label,
    error: errors[lineField(name, index)],
    autoComplete: 'off',
    value: line[name],
    onChange: ({ target: { value } }: { target: { value: string } }) => onChange({ ...line, [name]: value }),
  })
  return (
    <li>
      <div role="group" aria-labelledby={nameId} className="delivery-line">
        <span className="delivery-name" id={nameId}>
          <span>{line.name}</span> {line.net_weight && <span className="minor">{line.net_weight}</span>}
          <span className="minor block">{deliveryMessages.inStock(line.stock)}</span>
        </span>
        <TextField {...field('quantity', deliveryMessages.quantity)} inputMode="numeric" maxLength={20} />
        <TextField {...field('batch_number', deliveryMessages.batch)} maxLength={MAX_BATCH_NUMBER_LENGTH} />
        <TextField {...field('best_before', deliveryMessages.bestBefore)} type="date" />
        <TextField {...field('unit_cost', deliveryMessages.cost)} inputMode="decimal" maxLength={9} />
        <GuardedButton
          type="submit"
          name="remove"
          value={String(index)}
          variant="quiet"
          size="small"
          isGuarded={hasJustRemoved}
          onClick={(event) => {
            event.preventDefault()
            onRemove()
          }}
        >
          {deliveryMessages.remove} <span className="visually-hidden">{line.name}</span>
        </GuardedButton>
      </div>
    </li>
  )
}
