import { useLoaderData } from 'react-router'
import { offerMessages } from '#features/catalogue/offers/offer-messages.ts'
import type { OFFER_FIELDS } from '#features/catalogue/offers/offer-form.ts'
import { OFFER_UNITS } from '#features/catalogue/offers/offer.ts'
import { priceChangeMessages } from '#features/catalogue/price-changes/price-change-messages.ts'
import { PRICE_ROUNDINGS } from '#features/catalogue/price-changes/price-rule.ts'
import { PriceTermsForm } from '#features/catalogue/price-changes/admin/price-terms-form.tsx'
import { toOptions } from '#features/catalogue/price-changes/admin/to-options.ts'
import { SelectField } from '#kit/form/select-field.tsx'
import { TextField } from '#kit/form/text-field.tsx'
import type { loader } from './offers-page.server.ts'

export function OfferTermsFields({ products }: { products: number }) {
  const { target, values, errors, today } = useLoaderData<typeof loader>()
  const field = (name: (typeof OFFER_FIELDS)[number]) => ({ error: errors[name], defaultValue: values[name] })
  return (
    <PriceTermsForm
      label={offerMessages.makeTitle}
      heading={offerMessages.chosen(products)}
      submitLabel={offerMessages.preview}
      target={target}
    >
      <div className="grid grid-cols-2 items-end gap-y-3 gap-x-4 sm:grid-cols-[repeat(4,minmax(0,12rem))]">
        <TextField
          name="amount"
          label={offerMessages.amount}
          {...field('amount')}
          hint={offerMessages.amountHint}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          required
        />
        <SelectField
          name="unit"
          label={offerMessages.unit}
          {...field('unit')}
          defaultValue={values['unit'] || 'percent'}
          options={toOptions(OFFER_UNITS, offerMessages.units)}
        />
        <SelectField
          name="rounding"
          label={offerMessages.rounding}
          {...field('rounding')}
          defaultValue={values['rounding'] || 'penny'}
          options={toOptions(PRICE_ROUNDINGS, priceChangeMessages.roundings)}
        />
      </div>
      <p className="minor">{offerMessages.roundingHint}</p>
      <div className="grid grid-cols-2 items-end gap-y-3 gap-x-4 sm:grid-cols-[repeat(4,minmax(0,12rem))]">
        <TextField
          name="first_day"
          label={offerMessages.firstDay}
          {...field('first_day')}
          hint={offerMessages.firstDayHint}
          type="date"
          min={today}
        />
        <TextField
          name="first_time"
          label={offerMessages.firstTime}
          {...field('first_time')}
          hint={offerMessages.firstTimeHint}
          type="time"
        />
        <TextField
          name="last_day"
          label={offerMessages.lastDay}
          {...field('last_day')}
          hint={offerMessages.lastDayHint}
          type="date"
          min={today}
          required
        />
        <TextField
          name="last_time"
          label={offerMessages.lastTime}
          {...field('last_time')}
          hint={offerMessages.lastTimeHint}
          type="time"
        />
      </div>
    </PriceTermsForm>
  )
}
