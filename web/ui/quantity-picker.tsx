import { useId, useState, type KeyboardEvent } from 'react'
import { MinusIcon, PlusIcon } from './icons.tsx'

type QuantityPickerProps = {
  /** What is counted, such as 'Quantity of Malabar Cloves'. */
  label: string
  value: number
  onChange: (value: number) => void
  min?: number
  max: number
  /** Said when the upper bound is reached or passed. */
  maxMessage?: string
  disabled?: boolean
  decreaseLabel?: string
  increaseLabel?: string
}

/** Minus, number, plus. What is typed counts once it is left or entered; anything but a whole number in range is refused. */
export function QuantityPicker(props: QuantityPickerProps) {
  const { label, value, onChange, min = 1, max, maxMessage, disabled = false } = props
  const counted = label.charAt(0).toLowerCase() + label.slice(1)
  const { decreaseLabel = `Decrease ${counted}`, increaseLabel = `Increase ${counted}` } = props
  const [draft, setDraft] = useState<string | null>(null)
  const [refused, setRefused] = useState(false)
  const messageId = useId()

  const set = (next: number) => {
    setRefused(false)
    if (next !== value) onChange(next)
  }
  const step = (by: number) => {
    setDraft(null)
    const next = value + by
    if (next > max) setRefused(true)
    else if (next >= min) set(next)
  }
  const commit = () => {
    if (draft === null) return
    setDraft(null)
    const typed = Number(draft)
    if (!/^\d{1,6}$/.test(draft.trim()) || typed < min || typed > max) return setRefused(typed > max)
    set(typed)
  }
  const keys: Record<string, () => void> = { ArrowUp: () => step(1), ArrowDown: () => step(-1), Enter: commit }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  const message = maxMessage && (refused || value >= max) ? maxMessage : undefined
  return (
    <div className="grid justify-items-start gap-1">
      <div className="quantity">
        <button type="button" aria-label={decreaseLabel} disabled={disabled || value <= min} onClick={() => step(-1)}>
          <MinusIcon className="mx-auto" />
        </button>
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          role="spinbutton"
          aria-label={label}
          aria-valuenow={value}
          aria-valuemin={min}
          aria-valuemax={max}
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
      <p id={messageId} role="status" className="text-sm text-muted">
        {message}
      </p>
    </div>
  )
}
