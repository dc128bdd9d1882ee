import { Form, useLoaderData, useNavigation } from 'react-router'
import { priceChangeMessages } from '#shop/catalogue/price-changes/price-change-messages.ts'
import { PRICE_DIRECTIONS, PRICE_ROUNDINGS, PRICE_UNITS } from '#shop/catalogue/price-changes/price-rule.ts'
import { Button } from '#web/ui/form/button.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { priceTargetFields } from './price-change-url.ts'
import { toOptions } from './to-options.ts'
import type { loader } from './price-changes-page.server.ts'

/** A form without side effects: its values are in the URL of the preview. */
export function PriceRuleFields({ products }: { products: number }) {
  const { target, values, errors } = useLoaderData<typeof loader>()
  const { state, formMethod } = useNavigation()
  return (
    <Form className="panel" preventScrollReset noValidate aria-label={priceChangeMessages.title}>
      {target &&
        priceTargetFields(target).map(([name, value]) => (
          <input key={`${name}-${value}`} type="hidden" name={name} value={value} />
        ))}
      <div className="panel-body price-rule">
        <h2>{priceChangeMessages.chosen(products)}</h2>
        <div className="price-rule-fields">
          <SelectField
            name="direction"
            label={priceChangeMessages.direction}
            options={toOptions(PRICE_DIRECTIONS, priceChangeMessages.directions)}
            defaultValue={values['direction'] || 'up'}
          />
          <TextField
            name="amount"
            label={priceChangeMessages.amount}
            hint={priceChangeMessages.amountHint}
            error={errors['amount']}
            defaultValue={values['amount']}
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            required
          />
          <SelectField
            name="unit"
            label={priceChangeMessages.unit}
            options={toOptions(PRICE_UNITS, priceChangeMessages.units)}
            defaultValue={values['unit'] || 'percent'}
          />
          <SelectField
            name="rounding"
            label={priceChangeMessages.rounding}
            options={toOptions(PRICE_ROUNDINGS, priceChangeMessages.roundings)}
            defaultValue={values['rounding'] || 'penny'}
          />
        </div>
        <p className="minor">{priceChangeMessages.roundingHint}</p>
        <p>
          <Button type="submit" variant="outline" pending={state === 'loading' && formMethod === 'GET'}>
            {priceChangeMessages.preview}
          </Button>
        </p>
      </div>
    </Form>
  )
}
