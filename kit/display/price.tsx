import { formatPounds } from '#shop/money/money.ts'

export function Price({ pounds, className }: { pounds: number; className?: string }) {
  return (
    <data value={pounds.toFixed(2)} className={className}>
      {formatPounds(pounds)}
    </data>
  )
}
