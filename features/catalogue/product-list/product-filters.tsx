import { useEffect, type ReactNode } from 'react'
import { Form } from 'react-router'
import { ALLERGEN_KEYS, ALLERGEN_NAMES } from '#features/catalogue/labels/allergen-statements.ts'
import { SUITABILITY_KEYS, SUITABILITY_LABELS } from '#features/catalogue/labels/suitability.ts'
import { invalidPricesMessage } from '#features/catalogue/storefront/product-list-messages.ts'
import { countOfProducts } from '#features/catalogue/products/product-count.ts'
import type { FilterCounts } from '#features/catalogue/storefront/product-query.ts'
import { AvoidedAllergensButton } from '#features/catalogue/avoided-allergens/allergen-mark.tsx'
import { useIsHydrated } from '#kit/hydration/use-early-click.ts'
import { openPopoverAround } from '#kit/popovers/popover.ts'
import { CloseIcon } from '#kit/display/icons.tsx'
import { announce } from '#kit/feedback/live-region.tsx'
import { Button } from '#kit/form/button.tsx'
import { Field } from '#kit/form/field.tsx'
import { areFiltersOpen, closeFilters, FILTERS_ID, openFilters } from './filters-sheet.tsx'
import type { InvalidPrices, ProductListQuery } from './product-list-query.ts'
import { LIST_FORM_ID, useListForm } from './use-list-form.tsx'

const PRICE_PROBLEM_ID = 'price-problem'

type ProductFiltersProps = { listQuery: ProductListQuery; counts: FilterCounts; total: number }

/** Beside the list; on a phone a modal dialog, which without scripts opens as a popover. */
export function ProductFilters({ listQuery, counts, total }: ProductFiltersProps) {
  const { form, arePricesInverted, handleSubmit } = useListForm(listQuery)
  const isHydrated = useIsHydrated()
  const { search, bestSellersOnly, freeFrom, unknownFreeFrom, suitableFor, inStockOnly, invalidPrices } =
    listQuery
  const priceProblem = arePricesInverted
    ? 'From is more than To, so neither is applied.'
    : invalidPricesMessage(invalidPrices)
  const count = countOfProducts(total)
  useEffect(() => {
    // Opened before this code was loaded.
    if (openPopoverAround(document.getElementById(FILTERS_ID))) openFilters()
  }, [])
  useEffect(() => {
    if (areFiltersOpen()) announce(count)
  }, [listQuery, count])
  return (
    <dialog
      id={FILTERS_ID}
      popover="auto"
      className="filters"
      aria-label="Filters"
      onMouseDown={({ target, currentTarget }) => target === currentTarget && closeFilters()}
    >
      <Form discover="none" ref={form} id={LIST_FORM_ID} action="/products" onSubmit={handleSubmit}>
        <div className="filters-head">
          <h2 className="text-xl">Filters</h2>
          <button
            type="button"
            className="icon-button"
            popoverTarget={FILTERS_ID}
            popoverTargetAction="hide"
            aria-label="Close filters"
            onClick={closeFilters}
          >
            <CloseIcon />
          </button>
        </div>
        {search && <input type="hidden" name="q" value={search} />}
        {bestSellersOnly && <input type="hidden" name="filter" value="best-sellers" />}
        {unknownFreeFrom.map((key) => (
          <input key={key} type="hidden" name="free-from" value={key} />
        ))}
        <fieldset>
          <legend>Suitable for</legend>
          {SUITABILITY_KEYS.map((key) => (
            <Choice
              key={key}
              name="suitable-for"
              value={key}
              isChosen={suitableFor.includes(key)}
              count={counts.suitableFor[key]}
            >
              {SUITABILITY_LABELS[key]}
            </Choice>
          ))}
        </fieldset>
        <fieldset>
          <legend>Availability</legend>
          <Choice name="in-stock" value="1" isChosen={inStockOnly} count={counts.inStock}>
            In stock only
          </Choice>
        </fieldset>
        <fieldset aria-describedby={priceProblem ? PRICE_PROBLEM_ID : undefined}>
          <legend>Price</legend>
          <div className="filter-prices">
            <PriceField
              label="From (£)"
              name="min-price"
              pounds={listQuery.minPrice}
              invalid={invalidPrices}
            />
            <PriceField label="To (£)" name="max-price" pounds={listQuery.maxPrice} invalid={invalidPrices} />
          </div>
          <p role="status" id={PRICE_PROBLEM_ID} className={priceProblem ? 'field-error' : undefined}>
            {priceProblem}
          </p>
        </fieldset>
        <fieldset aria-describedby="free-from-hint">
          <legend>Free from</legend>
          <p id="free-from-hint" className="field-hint">
            Only what its label declares free. Always check the label.
          </p>
          <AvoidedAllergensButton />
          {ALLERGEN_KEYS.map((key) => (
            <Choice
              key={key}
              name="free-from"
              value={key}
              isChosen={freeFrom.includes(key)}
              count={counts.freeFrom[key]}
            >
              {ALLERGEN_NAMES[key]}
            </Choice>
          ))}
        </fieldset>
        <div className="filters-foot">
          <Button type="submit" className="only-without-script">
            Apply filters
          </Button>
          {isHydrated && <Button onClick={closeFilters}>{`Show ${count}`}</Button>}
        </div>
      </Form>
      {/* The page's live region is inert while the dialog is open. */}
      {isHydrated && <p role="status" data-announcer className="visually-hidden" />}
    </dialog>
  )
}

type ChoiceProps = { name: string; value: string; isChosen: boolean; count: number; children: ReactNode }

function Choice({ name, value, isChosen, count, children }: ChoiceProps) {
  return (
    <label className="filter-choice">
      <input type="checkbox" name={name} value={value} defaultChecked={isChosen} />
      <span className="filter-name">{children}</span>
      <span className="filter-count">
        <span>{count}</span>
        <span className="visually-hidden">{count === 1 ? ' result' : ' results'}</span>
      </span>
    </label>
  )
}

type PriceFieldProps = {
  label: string
  name: keyof InvalidPrices
  pounds: number | null
  invalid: InvalidPrices
}

function PriceField({ label, name, pounds, invalid }: PriceFieldProps) {
  return (
    <Field label={label} name={name}>
      <input
        id={name}
        name={name}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        className="input"
        defaultValue={invalid[name] ?? pounds ?? ''}
        aria-invalid={name in invalid || undefined}
        aria-describedby={name in invalid ? PRICE_PROBLEM_ID : undefined}
      />
    </Field>
  )
}
