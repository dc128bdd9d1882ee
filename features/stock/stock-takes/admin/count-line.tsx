import { formatDay } from '#shop/dates/dates.ts'
import { stockTakeMessages } from '#features/stock/stock-takes/stock-take-messages.ts'
import { countDifference, countField, type StockTakeLine } from '#features/stock/stock-takes/stock-take.ts'
import { Button } from '#kit/form/button.tsx'
import { TextField } from '#kit/form/text-field.tsx'

type CountLineProps = {
  line: StockTakeLine
  typed: string
  error: string | undefined
  onChange: (typed: string) => void
}

/** The difference is shown once the count is saved. */
export function CountLine({ line, typed, error, onChange }: CountLineProps) {
  const isSaved = line.counted !== null && typed.trim() === String(line.counted)
  const name = [line.name, line.net_weight, line.batch && describeCountedBatch(line.batch)]
    .filter(Boolean)
    .join(', ')
  return (
    <li>
      <div className="count-line">
        <span className="delivery-name">
          <span>{line.name}</span> {line.net_weight && <span className="minor">{line.net_weight}</span>}
          {line.batch && <span className="block">{describeCountedBatch(line.batch)}</span>}
          <span className="minor block">{stockTakeMessages.onShelf(line.on_shelf, line.reserved)}</span>
        </span>
        <TextField
          name={countField(line.id)}
          label={
            <>
              {stockTakeMessages.counted} <span className="visually-hidden">{name}</span>
            </>
          }
          error={error}
          inputMode="numeric"
          maxLength={20}
          autoComplete="off"
          value={typed}
          onChange={({ target: { value } }) => onChange(value)}
        />
        <span className="col-span-full flex flex-wrap items-center gap-y-1 gap-x-3 lg:col-auto">
          {isSaved && (
            <>
              <DifferenceText difference={countDifference(line)} />
              <Button type="submit" name="recount" value={String(line.id)} variant="quiet" size="small">
                {stockTakeMessages.countAgain} <span className="visually-hidden">{name}</span>
              </Button>
            </>
          )}
        </span>
      </div>
    </li>
  )
}

export function DifferenceText({ difference }: { difference: number | null }) {
  if (difference === null) return null
  return (
    <span className={difference === 0 ? 'minor' : 'font-semibold text-laterite'}>
      {difference === 0 ? stockTakeMessages.agrees : stockTakeMessages.difference(difference)}
    </span>
  )
}

export function describeCountedBatch({
  is_unrecorded,
  batch_number,
  best_before,
  is_recalled,
}: NonNullable<StockTakeLine['batch']>): string {
  return [
    is_unrecorded ? stockTakeMessages.unrecordedBatch : (batch_number ?? stockTakeMessages.noNumber),
    best_before && stockTakeMessages.bestBefore(formatDay(best_before)),
    is_recalled && stockTakeMessages.recalled,
  ]
    .filter(Boolean)
    .join(', ')
}
