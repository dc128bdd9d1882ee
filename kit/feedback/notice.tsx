import type { ReactNode } from 'react'
import { classNames } from '#kit/display/class-names.ts'

type NoticeProps = {
  tone?: 'info' | 'success' | 'warning' | 'error'
  title?: ReactNode
  children?: ReactNode
  className?: string
}

export function Notice({ tone = 'info', title, children, className }: NoticeProps) {
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={classNames('notice', `notice-${tone}`, className)}
    >
      {title && <p className="notice-title">{title}</p>}
      {children}
    </div>
  )
}
