import {
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
} from 'react'
import { classNames } from '#kit/display/class-names.ts'
import { MinusIcon, PlusIcon } from '#kit/display/icons.tsx'
import { parseQuantity } from './parse-quantity.ts'

type CommittedQuantity = {
  quantity: number
  /** More was requested than available; the quantity is the maximum. */
  exceedsMax: boolean
}

export type QuantityPickerHandle = {
  /** If the typed quantity is invalid, focuses the input, shows the message and returns null. */
  commitQuantity: () => CommittedQuantity | null
}

type QuantityPickerProps = {
  label: string
  value: number
  onChange: (value: number) => void
  min?: number
  max: number
  maxMessage?: string
  /** Replaces `maxMessage` if more was requested. */
  exceededMessage?: string
  invalidMessage: string
  disabled?: boolean
  decreaseLabel?: string
  increaseLabel?: string
  ref?: Ref<QuantityPickerHandle>
}

/** Typed quantities are applied on blur, on Enter and when the surrounding dialog closes; an invalid entry stays visible and changes nothing. */
export function QuantityPicker(props: QuantityPickerProps) {
  const { label, value, onChange, min = 1, max, invalidMessage, disabled = false, ref } = props
  const { maxMessage, exceededMessage = maxMessage } = props
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
  const commit = (): CommittedQuantity | null => {
    if (draft === null) return { quantity: value, exceedsMax }
    const isMore = Number(draft) > max
    setExceedsMax(isMore)
    if (parsedQuantity === null) setBlurred(true)
    else set(parsedQuantity)
    return parsedQuantity === null ? null : { quantity: parsedQuantity, exceedsMax: isMore }
  }
  const commitQuantity = () => {
    const committed = commit()
    if (committed === null) box.current?.focus()
    else setExceedsMax(false)
    return committed
  }
  useImperativeHandle(ref, () => ({ commitQuantity }))
  // A field that is removed while focused gets no blur event.
  const commitRemoved = useEffectEvent(() => void commit())
  useEffect(() => () => commitRemoved(), [])

  const keys: Record<string, () => void> = {
    ArrowUp: () => step(1),
    ArrowDown: () => step(-1),
    Enter: commit,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const keyAction = keys[event.key]
    // Enter must still submit the surrounding form.
    if (keyAction && event.key !== 'Enter') event.preventDefault()
    keyAction?.()
  }
  const isAtMax = value >= max && (max > min || exceedsMax)
  return (
    <div className="quantity-field">
      <div className="quantity">
        <button
          type="button"
          aria-label={decreaseLabel}
          disabled={disabled || value <= min}
          onClick={() => step(-1)}
        >
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
          // Stays focusable, so that the reason is read out.
          aria-disabled={disabled || value >= max || undefined}
          onClick={() => !disabled && step(1)}
        >
          <PlusIcon className="mx-auto" />
        </button>
      </div>
      <p id={messageId} role="status" className={classNames('quantity-message', isInvalid && 'field-error')}>
        {isInvalid ? invalidMessage : isAtMax && (exceedsMax ? exceededMessage : maxMessage)}
      </p>
    </div>
  )
}
