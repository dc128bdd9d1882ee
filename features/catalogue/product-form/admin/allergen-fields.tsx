import { useRef, useState } from 'react'
import type { FormValues } from '#features/catalogue/product-form/product-form-values.ts'
import { allergenField } from '#features/catalogue/product-form/product-form-values.ts'
import {
  ALLERGEN_KEYS,
  ALLERGEN_NAMES,
  ALLERGEN_STATEMENTS,
  type AllergenKey,
  type AllergenStatement,
} from '#features/catalogue/labels/allergen-statements.ts'
import { readAllergens } from '#features/catalogue/labels/read-allergens.ts'
import {
  allergensReadMessage,
  allergensSetFreeMessage,
} from '#features/catalogue/products/product-messages.ts'
import { Button } from '#kit/form/button.tsx'
import { FieldMessages } from '#kit/form/field.tsx'

type AllergenFieldsProps = { values: FormValues; errors: Record<string, string> }

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const columnId = (statement: AllergenStatement) => `allergens-${statement.replace(' ', '-')}`

export function AllergenFields({ values, errors }: AllergenFieldsProps) {
  const group = useRef<HTMLDivElement>(null)
  const [note, setNote] = useState('')
  /** Uses clicks, so that the form sees user changes. Returns how many rows changed. */
  const choose = (statementOf: (key: AllergenKey, current: string) => AllergenStatement | null): number => {
    const form = group.current?.closest('form')
    const changed = ALLERGEN_KEYS.filter((key) => {
      const options = form?.elements.namedItem(allergenField(key))
      if (!(options instanceof RadioNodeList)) return false
      const statement = statementOf(key, options.value)
      if (statement === null || statement === options.value) return false
      for (const option of options)
        if (option instanceof HTMLInputElement && option.value === statement) option.click()
      return true
    })
    return changed.length
  }
  const readTexts = () => {
    const form = group.current?.closest('form')
    const textOf = (name: string) => {
      const control = form?.elements.namedItem(name)
      return control instanceof HTMLTextAreaElement ? control.value : ''
    }
    const read = readAllergens(textOf('allergy_advice'), textOf('ingredients'))
    setNote(allergensReadMessage(choose((key) => (read[key] === 'not known' ? null : read[key]))))
  }
  const setOthersFree = () =>
    setNote(
      allergensSetFreeMessage(
        choose((_key, current) => (current === 'contains' || current === 'may contain' ? null : 'free')),
      ),
    )
  return (
    <div ref={group} className="span-all grid gap-3">
      <table className="allergen-fields">
        <thead>
          <tr>
            <th scope="col">Allergen</th>
            {ALLERGEN_STATEMENTS.map((statement) => (
              <th key={statement} scope="col" id={columnId(statement)}>
                {capitalise(statement)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ALLERGEN_KEYS.map((key) => (
            <AllergenRow
              key={key}
              allergen={key}
              value={values[allergenField(key)]}
              error={errors[allergenField(key)]}
            />
          ))}
        </tbody>
      </table>
      <div className="flex flex-wrap items-center gap-2 needs-script">
        <Button variant="outline" size="small" onClick={readTexts}>
          Read from the texts above
        </Button>
        <Button variant="outline" size="small" onClick={setOthersFree}>
          Mark all others as free
        </Button>
        <p role="status" className="field-hint">
          {note}
        </p>
      </div>
    </div>
  )
}

type AllergenRowProps = { allergen: AllergenKey; value: string | undefined; error: string | undefined }

/** No choice is checked if none was submitted, so that saving keeps the stored one. */
function AllergenRow({ allergen, value, error }: AllergenRowProps) {
  const name = allergenField(allergen)
  const rowId = `${name}-name`
  // The choices are always the second child, so that an error that appears or disappears does not remount
  // them.
  return (
    <>
      {error !== undefined && (
        <tr data-error>
          <td colSpan={ALLERGEN_STATEMENTS.length + 1} className="allergen-error">
            <FieldMessages id={name} error={error} />
          </td>
        </tr>
      )}
      <tr data-error={error !== undefined || undefined}>
        <th scope="row" id={rowId}>
          {capitalise(ALLERGEN_NAMES[allergen])}
        </th>
        {ALLERGEN_STATEMENTS.map((statement, index) => (
          <td key={statement}>
            <label className="allergen-choice">
              <input
                type="radio"
                id={index === 0 ? name : `${name}-${columnId(statement)}`}
                name={name}
                value={statement}
                defaultChecked={value === statement}
                aria-labelledby={`${rowId} ${columnId(statement)}`}
                aria-describedby={error ? `${name}-error` : undefined}
              />
            </label>
          </td>
        ))}
      </tr>
    </>
  )
}
