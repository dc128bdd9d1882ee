import { ChevronDownIcon } from '#kit/display/icons.tsx'
import { Button } from '#kit/form/button.tsx'
import type { MoveStep } from './move-item.ts'

type MoveButtonsProps = {
  isFirst: boolean
  isLast: boolean
  upLabel: string
  downLabel: string
  onMove: (step: MoveStep) => void
}

/** A button at an end stays in place, so that it keeps the focus. */
export function MoveButtons({ isFirst, isLast, upLabel, downLabel, onMove }: MoveButtonsProps) {
  return (
    <span className="move-buttons needs-script">
      <MoveButton label={upLabel} isAtEnd={isFirst} onMove={() => onMove(-1)} className="rotate-180" />
      <MoveButton label={downLabel} isAtEnd={isLast} onMove={() => onMove(1)} />
    </span>
  )
}

type MoveButtonProps = { label: string; isAtEnd: boolean; onMove: () => void; className?: string }

function MoveButton({ label, isAtEnd, onMove, className }: MoveButtonProps) {
  return (
    <Button
      variant="outline"
      size="small"
      aria-label={label}
      title={label}
      aria-disabled={isAtEnd || undefined}
      onClick={() => !isAtEnd && onMove()}
    >
      <ChevronDownIcon className={className} />
    </Button>
  )
}
