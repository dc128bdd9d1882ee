import { classNames } from '#kit/display/class-names.ts'

export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('skeleton', className)} />
}
