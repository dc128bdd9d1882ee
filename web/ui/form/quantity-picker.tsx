import { useId, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import { classNames } from '#web/ui/display/class-names.ts'
import { MinusIcon, PlusIcon } from '#web/ui/display/icons.tsx'
import { parseQuantity } from './parse-quantity.ts'

/** For a button beside the picker that acts on what stands in it. */
export type QuantityPickerHandle = {
  /** The quantity as it was typed or chosen; null, with the focus on the box and the reason said, if it is none. */
  commitQuantity: () => number | null
}

type QuantityPickerProps = {
  /** What is counted, such as 'Quantity of Malabar Cloves'. */
  label: string
  value: number
  /** Called for the quantity as it was before as well, once it stands again in the place of another entry. */
  onChange: (value: number) => void
  min?: number
  max: number
  /** Said when the upper bound is reached or passed. */
  maxMessage?: string
  /** Said of an entry that is no quantity: what to enter instead. */
  invalidMessage: string
  disabled?: boolean
  decreaseLabel?: string
  increaseLabel?: string
  ref?: Ref<QuantityPickerHandle>
}

/**
 * Minus, number, plus. What is typed counts once it is left or entered. More than the maximum becomes the maximum;
 * what is no quantity stays as it was typed, marked, and changes nothing.
 */
export function QuantityPicker(props: QuantityPickerProps) {
  const { label, value, onChange, min = 1, max, maxMessage, invalidMessage, disabled = false, ref } = props
  const lowerCaseLabel = label.charAt(0).toLowerCase() + label.slice(1)
  const { decreaseLabel = `Decrease ${lowerCaseLabel}`, increaseLabel = `Increase ${lowerCaseLabel}` } = props
  const [draft, setDraft] = useState<string | null>(null)
  const [isBlurred, setBlurred] = useState(false)
  const [exceedsMax, setExceedsMax] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const messageId = useId()
  const parsedQuantity = draft === null ? value : parseQuantity(draft, min, max)
  const isInvalid = isBlurred && parsedQuantity === null

  const set = (next: number) => {
    setDraft(null)
    setBlurred(false)
    onChange(next)
  }
  const step = (by: number) => {
    const next = (parsedQuantity ?? value) + by
    setExceedsMax(next > max)
    set(Math.max(min, Math.min(next, max)))
  }
  const commit = (): number | null => {
    if (draft === null) return value
    setExceedsMax(Number(draft) > max)
    if (parsedQuantity === null) setBlurred(true)
    else set(parsedQuantity)
    return parsedQuantity
  }
  const commitQuantity = () => {
    const quantity = commit()
    if (quantity === null) box.current?.focus()
    return quantity
  }
  useImperativeHandle(ref, () => ({ commitQuantity }))

  const keys: Record<string, () => void> = { ArrowUp: () => step(1), ArrowDown: () => step(-1), Enter: commit }
  const onKeyDown = (event: KeyboardEvent) => {
    const keyAction = keys[event.key]
    // Enter goes on to send the form around the picker, if there is one.
    if (keyAction && event.key !== 'Enter') event.preventDefault()
    keyAction?.()
  }
  const isAtMax = value >= max && (max > min || exceedsMax)
  return (
    <div className="quantity-field">
      <div className="quantity">
        <button type="button" aria-label={decreaseLabel} disabled={disabled || value <= min} onClick={() => step(-1)}>
          <MinusIcon className="mx-auto" />
        </button>
        <input
          ref={box}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          role="spinbutton"
          aria-label={label}
          aria-valuenow={value}
          aria-valuemin={min}
          aria-valuemax={max}
          aria-invalid={isInvalid || undefined}
          aria-describedby={messageId}
          disabled={disabled}
          value={draft ?? String(value)}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={commit}
          onKeyDown={onKeyDown}
          onFocus={(event) => event.target.select()}
        />
        <button
          type="button"
          aria-label={increaseLabel}
          // Stays in reach of the keyboard, so that the reason is read out.
          aria-disabled={disabled || value >= max || undefined}
          onClick={() => !disabled && step(1)}
        >
          <PlusIcon className="mx-auto" />
        </button>
      </div>
      <p id={messageId} role="status" className={classNames('quantity-message', isInvalid && 'field-error')}>
        {isInvalid ? invalidMessage : isAtMax && maxMessage}
      </p>
    </div>
  )
}
