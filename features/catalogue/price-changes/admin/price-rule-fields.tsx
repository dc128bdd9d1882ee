import { useLoaderData } from 'react-router'
import { priceChangeMessages } from '#features/catalogue/price-changes/price-change-messages.ts'
import {
  PRICE_DIRECTIONS,
  PRICE_ROUNDINGS,
  PRICE_UNITS,
} from '#features/catalogue/price-changes/price-rule.ts'
import { SelectField } from '#kit/form/select-field.tsx'
import { TextField } from '#kit/form/text-field.tsx'
import { PriceTermsForm } from './price-terms-form.tsx'
import { toOptions } from './to-options.ts'
import type { loader } from './price-changes-page.server.ts'

export function PriceRuleFields({ products }: { products: number }) {
  const { target, values, errors } = useLoaderData<typeof loader>()
  return (
    <PriceTermsForm
      label={priceChangeMessages.title}
      heading={priceChangeMessages.chosen(products)}
      submitLabel={priceChangeMessages.preview}
      target={target}
    >
      <div className="grid grid-cols-2 items-end gap-y-3 gap-x-4 lg:grid-cols-[8rem_9rem_10rem_16rem]">
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
    </PriceTermsForm>
  )
}
