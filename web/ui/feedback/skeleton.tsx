import { classNames } from '#web/ui/display/class-names.ts'

export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('skeleton', className)} />
}
