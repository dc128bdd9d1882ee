import { classNames } from '#web/ui/display/class-names.ts'

/** Keeps the place of something that is on its way; give it the size of what comes. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('skeleton', className)} />
}
