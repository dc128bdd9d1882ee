import { useState, type FormEvent } from 'react'
import {
  findNonNumericNutrients,
  type FormValues,
} from '#features/catalogue/product-form/product-form-values.ts'
import { NUTRIENTS, parseAmount, type NutrientKey } from '#features/catalogue/nutrition/nutrition.ts'
import { findMissingNutrients } from '#features/catalogue/nutrition/nutrition-claims.ts'
import {
  nutrientsMissingMessage,
  nutritionCompleteMessage,
} from '#features/catalogue/products/product-messages.ts'
import { nutritionWarnings } from '#features/catalogue/product-form/product-warnings.ts'
import type { Nutrient, NutritionInfo } from '#features/catalogue/products/product.ts'
import { controlProps, FieldMessages } from '#kit/form/field.tsx'

type NutritionFieldsProps = { values: FormValues; errors: Record<string, string> }

const valueField = (key: NutrientKey) => `nutrition_info.${key}.value` as const

export function NutritionFields({ values, errors }: NutritionFieldsProps) {
  const [editedValues, setEditedValues] = useState<FormValues>({})
  const handleInput = ({ target }: FormEvent) => {
    if (target instanceof HTMLInputElement)
      setEditedValues((before) => ({ ...before, [target.name]: target.value }))
  }
  return (
    <div
      className="span-all grid grid-cols-1 items-start gap-4 sm:grid-cols-[minmax(0,1fr)_15rem]"
      onInput={handleInput}
    >
      <table className="nutrition-fields">
        <thead>
          <tr>
            <th scope="col">Typical values</th>
            <th scope="col">Per 100 g</th>
          </tr>
        </thead>
        <tbody>
          {NUTRIENTS.map((nutrient) => (
            <NutrientRow key={nutrient.key} nutrient={nutrient} values={values} errors={errors} />
          ))}
        </tbody>
      </table>
      <NutritionNotes values={{ ...values, ...editedValues }} />
      <OtherNutrients values={values} />
    </div>
  )
}

function NutrientRow({
  nutrient: { key, name: label, unit, ...rest },
  values,
  errors,
}: NutritionFieldsProps & { nutrient: (typeof NUTRIENTS)[number] }) {
  const path = `nutrition_info.${key}` as const
  const name = valueField(key)
  const error = errors[name]
  const unitShown = values[`${path}.unit`] || unit
  const per = values[`${path}.per`] || '100g'
  return (
    <tr>
      <th scope="row" data-part={'partOf' in rest || undefined}>
        <label htmlFor={name}>
          <span>{label}</span>
          <span className="visually-hidden">{` (${unitShown})`}</span>
        </label>
        <FieldMessages id={name} error={error} />
      </th>
      <td>
        <span className="nutrient-value">
          <input
            type="text"
            {...controlProps({ name, label: name, error })}
            className="input"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={values[name] ?? ''}
          />
          <span aria-hidden="true">{per === '100g' ? unitShown : `${unitShown} per ${per}`}</span>
        </span>
        <input type="hidden" name={`${path}.unit`} value={unitShown} />
        <input type="hidden" name={`${path}.per`} value={per} />
      </td>
    </tr>
  )
}

function toNutritionInfo(values: FormValues): NutritionInfo {
  const parseNutrient = ({ key, unit }: (typeof NUTRIENTS)[number]): Nutrient => {
    const text = (values[valueField(key)] ?? '').trim()
    return {
      value: text === '' ? null : (parseAmount(text) ?? 0),
      unit,
      per: values[`nutrition_info.${key}.per`] || '100g',
    }
  }
  return Object.fromEntries(
    NUTRIENTS.map((nutrient) => [nutrient.key, parseNutrient(nutrient)]),
  ) as NutritionInfo
}

function NutritionNotes({ values }: { values: FormValues }) {
  const info = toNutritionInfo(values)
  const missing = findMissingNutrients(info)
  const warnings = nutritionWarnings(info, findNonNumericNutrients(values)).map(({ sentence }) => sentence)
  const notes =
    missing.length > 0
      ? [...warnings, nutrientsMissingMessage(missing)]
      : warnings.length > 0
        ? warnings
        : [nutritionCompleteMessage]
  return (
    <div role="status" className="notice notice-info grid gap-2 text-sm">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  )
}

/** Imported nutrients with other names are submitted unchanged. */
function OtherNutrients({ values }: { values: FormValues }) {
  const knownPrefixes = NUTRIENTS.map(({ key }) => `nutrition_info.${key}.`)
  const others = Object.entries(values).filter(
    ([name]) =>
      name.startsWith('nutrition_info.') && !knownPrefixes.some((prefix) => name.startsWith(prefix)),
  )
  return others.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}
