import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type BadgeProps = {
  tone?: 'plain' | 'forest' | 'turmeric' | 'laterite'
  children: ReactNode
  className?: string
}

export function Badge({ tone = 'plain', children, className }: BadgeProps) {
  return (
    <span className={classNames('badge', tone !== 'plain' && `badge-${tone}`, className)}>{children}</span>
  )
}
