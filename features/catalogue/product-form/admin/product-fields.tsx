import type { ReactNode } from 'react'
import type { FormValues } from '#features/catalogue/product-form/product-form-values.ts'
import { MAX_SKU_LENGTH } from '#features/catalogue/product-form/product-codes.ts'
import { PRODUCT_TEXTS, type ProductText } from '#features/catalogue/product-form/product-texts.ts'
import { VAT_RATE_LABELS, VAT_RATES } from '#features/catalogue/product-form/vat-rates.ts'
import { MANUFACTURER_PARTS } from '#features/catalogue/products/manufacturer.ts'
import type { CategoryName } from '#features/catalogue/products/product.ts'
import { productPictureMessages } from '#features/catalogue/products/product-picture-messages.ts'
import { messages } from '#shop/messages/messages.ts'
import { Checkbox } from '#kit/form/checkbox-and-radio.tsx'
import { SelectField } from '#kit/form/select-field.tsx'
import { TextArea, TextField } from '#kit/form/text-field.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { categoryListPath } from '#features/catalogue/categories/admin/category-list-url.ts'
import { AllergenFields } from './allergen-fields.tsx'
import { NutritionFields } from './nutrition-fields.tsx'
import { PicturesField } from './pictures-field.tsx'
import {
  PRODUCT_FIELD_LABELS,
  type ProductFieldName,
} from '#features/catalogue/products/list/admin/product-labels.ts'

type FieldState = { values: FormValues; errors: Record<string, string> }
type ProductFieldsProps = FieldState & {
  categories: readonly CategoryName[]
  isNew: boolean
  /** Mentions the offers that set the price. */
  priceNote?: ReactNode
  sent?: FormValues | undefined
  onFiles: (files: Promise<Blob | null>[]) => void
  onEdit: () => void
}

const VAT_OPTIONS = [
  { value: '', label: 'Not set' },
  ...VAT_RATES.map((rate) => ({ value: String(rate), label: VAT_RATE_LABELS[rate] })),
]

export function ProductFields(props: ProductFieldsProps) {
  const { values, errors, categories, isNew, priceNote, sent, onFiles, onEdit } = props
  const field = (name: ProductFieldName) => ({
    name,
    label: PRODUCT_FIELD_LABELS[name],
    defaultValue: values[name] ?? '',
    error: errors[name],
  })
  const text = (name: ProductText) => ({ ...field(name), maxLength: PRODUCT_TEXTS[name].maxLength })
  const renderCheckbox = (name: 'is_active' | 'is_featured' | 'is_best_seller') => (
    <Checkbox
      name={name}
      label={PRODUCT_FIELD_LABELS[name]}
      defaultChecked={values[name] === 'on'}
      error={errors[name]}
    />
  )
  const categoryOptions = categories.map(({ id, name }) => ({ value: id, label: name }))
  const noCategoriesHint = (
    <>
      {messages.categoryBeforeProduct}{' '}
      <ShopLink to={categoryListPath()} className="link">
        Categories
      </ShopLink>
    </>
  )
  return (
    <>
      <Group legend="Basics">
        <TextField
          {...field('name')}
          required
          maxLength={200}
          autoComplete="off"
          hint={isNew ? undefined : messages.slugNeverChanges}
          className="span-all"
        />
        <SelectField
          {...field('category_id')}
          required
          {...(categoryOptions.length === 0 && { hint: noCategoriesHint })}
          options={[{ value: '', label: 'Choose a category' }, ...categoryOptions]}
        />
        <TextField {...text('badge')} autoComplete="off" />
        <TextField
          {...field('sku')}
          maxLength={MAX_SKU_LENGTH}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={messages.skuHint}
        />
        <TextField
          {...field('barcode')}
          maxLength={20}
          inputMode="numeric"
          autoComplete="off"
          hint={messages.barcodeHint}
        />
        <TextArea {...text('description')} rows={4} hint={messages.descriptionHint} className="span-all" />
        <div className="flex flex-wrap gap-x-6 span-all">
          {renderCheckbox('is_active')}
          {renderCheckbox('is_featured')}
          {renderCheckbox('is_best_seller')}
        </div>
      </Group>
      <Group legend="Price and stock" {...(!isNew && { hint: messages.stockInFormHint })}>
        <TextField {...field('price')} required inputMode="decimal" autoComplete="off" />
        <TextField {...field('stock')} required inputMode="numeric" autoComplete="off" />
        <span>{priceNote}</span>
        <SelectField
          {...field('vat_rate')}
          hint={messages.vatRateHint}
          options={VAT_OPTIONS}
          className="span-all"
        />
        <TextField
          {...text('net_weight')}
          autoComplete="off"
          hint={messages.netWeightHint}
          className="span-all"
        />
      </Group>
      <Group legend={productPictureMessages.legend}>
        <div className="span-all">
          <PicturesField
            values={values}
            sent={sent}
            isNew={isNew}
            errors={errors}
            onFiles={onFiles}
            onEdit={onEdit}
          />
        </div>
      </Group>
      <Group legend="Food information">
        <TextArea {...text('ingredients')} rows={3} hint={messages.allergensHint} className="span-all" />
        <TextArea {...text('allergy_advice')} rows={2} className="span-all" />
        <TextField {...text('lifestyle')} autoComplete="off" />
        <TextField {...text('dietary_info')} autoComplete="off" />
        <TextArea {...text('storage_instructions')} rows={2} className="span-all" />
      </Group>
      <Group legend="Allergens" hint={messages.allergenStatementsHint}>
        <AllergenFields values={values} errors={errors} />
      </Group>
      <Group legend="Nutrition" hint={messages.nutritionHint}>
        <NutritionFields values={values} errors={errors} />
      </Group>
      <Group legend="Brand and manufacturer" hint={messages.defaultsApply}>
        <TextField {...text('brand')} autoComplete="off" className="span-all" />
        <TextField {...text('country_of_origin')} autoComplete="off" className="span-all" />
        {MANUFACTURER_PARTS.map((part) => (
          <TextField key={part} {...field(`manufacturer.${part}`)} maxLength={300} autoComplete="off" />
        ))}
      </Group>
    </>
  )
}

type GroupProps = { legend: string; hint?: string; children: ReactNode }

function Group({ legend, hint, children }: GroupProps) {
  return (
    <fieldset className="form-group">
      <legend>{legend}</legend>
      {hint && <p className="field-hint span-all">{hint}</p>}
      {children}
    </fieldset>
  )
}
