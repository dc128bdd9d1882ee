import { useId, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import { classNames } from '#web/ui/display/class-names.ts'
import { MinusIcon, PlusIcon } from '#web/ui/display/icons.tsx'
import { readQuantity } from './parse-quantity.ts'

/** For a button beside the picker that acts on what stands in it. */
export type QuantityHandle = {
  /** The quantity as it was typed or chosen; null, with the focus on the box and the reason said, if it is none. */
  take: () => number | null
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
  faultMessage: string
  disabled?: boolean
  decreaseLabel?: string
  increaseLabel?: string
  ref?: Ref<QuantityHandle>
}

/**
 * Minus, number, plus. What is typed counts once it is left or entered. More than the maximum becomes the maximum;
 * what is no quantity stays as it was typed, marked, and changes nothing.
 */
export function QuantityPicker(props: QuantityPickerProps) {
  const { label, value, onChange, min = 1, max, maxMessage, faultMessage, disabled = false, ref } = props
  const counted = label.charAt(0).toLowerCase() + label.slice(1)
  const { decreaseLabel = `Decrease ${counted}`, increaseLabel = `Increase ${counted}` } = props
  const [draft, setDraft] = useState<string | null>(null)
  const [isLeft, setLeft] = useState(false)
  const [isPassed, setPassed] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const messageId = useId()
  const typed = draft === null ? value : readQuantity(draft, min, max)
  const isWrong = isLeft && typed === null

  const set = (next: number) => {
    setDraft(null)
    setLeft(false)
    onChange(next)
  }
  const step = (by: number) => {
    const next = (typed ?? value) + by
    setPassed(next > max)
    set(Math.max(min, Math.min(next, max)))
  }
  const commit = (): number | null => {
    if (draft === null) return value
    setPassed(Number(draft) > max)
    if (typed === null) setLeft(true)
    else set(typed)
    return typed
  }
  const take = () => {
    const quantity = commit()
    if (quantity === null) box.current?.focus()
    return quantity
  }
  useImperativeHandle(ref, () => ({ take }))

  const keys: Record<string, () => void> = { ArrowUp: () => step(1), ArrowDown: () => step(-1), Enter: commit }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key]
    // Enter goes on to send the form around the picker, if there is one.
    if (act && event.key !== 'Enter') event.preventDefault()
    act?.()
  }
  const isAtMax = value >= max && (max > min || isPassed)
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
          aria-invalid={isWrong || undefined}
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
      <p id={messageId} role="status" className={classNames('quantity-message', isWrong && 'field-error')}>
        {isWrong ? faultMessage : isAtMax && maxMessage}
      </p>
    </div>
  )
}
