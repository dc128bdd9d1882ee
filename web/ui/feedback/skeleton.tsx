import { classNames } from '#web/ui/display/class-names.ts'

/** Give it the size of the content. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('skeleton', className)} />
}
