import type { ReactNode } from 'react'
import { BrandLine } from '#kit/brand/brand-line.tsx'

type EmptyStateProps = { title: ReactNode; children?: ReactNode; action?: ReactNode; level?: 'h1' | 'h2' }

export function EmptyState({ title, children, action, level: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <BrandLine className="empty-state-line" />
      <Heading className="text-2xl">{title}</Heading>
      {children && <div className="mt-3 text-muted">{children}</div>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  )
}
