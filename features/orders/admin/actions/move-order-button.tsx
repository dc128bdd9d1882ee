import type { OrderStep } from '#features/orders/order-status.ts'
import { GuardedButton, useHasJustChanged } from '#kit/admin/screen/guarded-button.tsx'
import type { ButtonProps } from '#kit/form/button.tsx'

type MoveOrderButtonProps = Omit<ButtonProps, 'children'> & { step: OrderStep; hasJustMoved?: boolean }

export function MoveOrderButton({ step, hasJustMoved = false, ...props }: MoveOrderButtonProps) {
  const hasJustChanged = useHasJustChanged(step.to)
  return (
    <GuardedButton
      {...props}
      isGuarded={hasJustChanged || hasJustMoved}
      type="submit"
      name="intent"
      value="move"
      data-key={step.key}
      aria-keyshortcuts={step.key}
    >
      {step.label}
    </GuardedButton>
  )
}
