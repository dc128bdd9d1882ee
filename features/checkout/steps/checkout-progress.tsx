import { classNames } from '#kit/display/class-names.ts'
import { TickIcon } from '#kit/display/icons.tsx'

export type CheckoutStep = 'shipping' | 'payment'

const STEPS = [
  { step: 'shipping', label: 'Shipping Information' },
  { step: 'payment', label: 'Payment Method' },
] as const satisfies readonly { step: CheckoutStep; label: string }[]

export function CheckoutProgress({ step }: { step: CheckoutStep }) {
  const current = STEPS.findIndex((each) => each.step === step)
  return (
    <ol aria-label="Checkout steps" className="flex flex-wrap gap-x-3 gap-y-2 text-sm sm:gap-x-6">
      {STEPS.map(({ step: name, label }, index) => (
        <li
          key={name}
          aria-current={index === current ? 'step' : undefined}
          className={classNames(
            'flex items-center gap-2',
            index === current ? 'font-semibold' : 'text-muted',
          )}
        >
          <span
            className={classNames(
              'grid size-6 flex-none place-items-center rounded-full border sm:size-7',
              index <= current ? 'border-forest bg-forest text-paper' : 'border-edge',
            )}
          >
            {index < current ? <TickIcon width="14" height="14" /> : index + 1}
          </span>
          <span>{label}</span>
          {index < current && <span className="visually-hidden"> (done)</span>}
        </li>
      ))}
    </ol>
  )
}
