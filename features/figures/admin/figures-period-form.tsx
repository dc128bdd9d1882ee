import { Form } from 'react-router'
import type { Day } from '#shop/dates/dates.ts'
import { FIGURES_PRESET_LABELS } from '#features/figures/figures-messages.ts'
import { FIGURES_PATH, figuresPath } from '#features/figures/figures-paths.ts'
import {
  describeMonth,
  FIGURES_PRESETS,
  latestMonths,
  monthOfPeriod,
  type FiguresPeriod,
} from '#features/figures/figures-period.ts'
import { Button } from '#kit/form/button.tsx'
import { SelectField } from '#kit/form/select-field.tsx'
import { TextField } from '#kit/form/text-field.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'

const OFFERED_MONTHS = 36

/** Presets, a month of recent years, or two days. */
export function FiguresPeriodForm({ period, today }: { period: FiguresPeriod; today: Day }) {
  const month = monthOfPeriod(period)
  const months = latestMonths(today, OFFERED_MONTHS)
  const options = [
    ...(month !== null && months.includes(month) ? [] : [{ value: '', label: 'Choose a month' }]),
    ...months.map((value) => ({ value, label: describeMonth(value) })),
  ]
  return (
    <div className="figures-periods">
      <nav aria-label="Period" className="period-choice">
        {FIGURES_PRESETS.map((preset) => (
          <ShopLink
            key={preset}
            to={figuresPath(preset)}
            className="period"
            aria-current={preset === period.kind ? 'page' : undefined}
            preventScrollReset
          >
            {FIGURES_PRESET_LABELS[preset]}
          </ShopLink>
        ))}
      </nav>
      <Form key={`month ${month}`} method="get" action={FIGURES_PATH} className="figures-form">
        <SelectField label="Month" name="period" defaultValue={month ?? ''} options={options} />
        <Button type="submit" variant="outline">
          Show month
        </Button>
      </Form>
      <Form
        key={`${period.first} ${period.last}`}
        method="get"
        action={FIGURES_PATH}
        className="figures-form"
      >
        <TextField label="From" name="from" type="date" required defaultValue={period.first} max={today} />
        <TextField label="To" name="to" type="date" required defaultValue={period.last} />
        <Button type="submit" variant="outline">
          Show days
        </Button>
      </Form>
    </div>
  )
}
