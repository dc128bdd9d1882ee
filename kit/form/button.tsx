import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import { classNames } from '#kit/display/class-names.ts'
import { ShopLink, type ShopLinkProps } from '#kit/navigation/shop-link.tsx'

export type ButtonStyle = {
  variant?: 'solid' | 'outline' | 'quiet' | 'danger' | 'turmeric'
  size?: 'normal' | 'small'
}

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  ButtonStyle & { pending?: boolean; pendingLabel?: ReactNode; ref?: Ref<HTMLButtonElement> }

export const buttonClass = ({ variant = 'solid', size = 'normal' }: ButtonStyle, className?: string) =>
  classNames(
    'button',
    variant !== 'solid' && `button-${variant}`,
    size === 'small' && 'button-small',
    className,
  )

export function Button({
  variant,
  size,
  pending = false,
  pendingLabel,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      onClick={handleClick}
      aria-disabled={pending || rest['aria-disabled'] || undefined}
      className={buttonClass({ variant, size }, className)}
    >
      {pending && pendingLabel ? pendingLabel : children}
    </button>
  )
}

export function LinkButton({ variant, size, className, ...link }: ShopLinkProps & ButtonStyle) {
  return <ShopLink {...link} className={buttonClass({ variant, size }, className)} />
}
