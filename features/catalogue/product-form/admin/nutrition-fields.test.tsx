import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { nutritionCompleteMessage } from '#features/catalogue/products/product-messages.ts'
import { NutritionFields } from './nutrition-fields.tsx'

const requiredValues = {
  energy: '342',
  fat: '3',
  saturates: '1',
  carbohydrates: '60',
  sugars: '10',
  protein: '5',
  salt: '0,1',
}
const renderNotes = (values: Record<string, string>) => {
  const fields = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [`nutrition_info.${key}.value`, value]),
  )
  return /<div role="status"[\s\S]*?<\/div>/.exec(
    renderToStaticMarkup(<NutritionFields values={fields} errors={{}} />),
  )![0]
}

test('the message that nutrition is complete is shown only without other notes', () => {
  expect(renderNotes(requiredValues)).toContain(nutritionCompleteMessage)
  for (const [entries, message] of [
    [{ saturates: '4' }, 'Saturates cannot be more than fat'],
    [{ protein: 'some' }, 'Protein (g): enter a number, 0 or more'],
    [{ salt: '' }, 'Still missing: salt'],
  ] as const) {
    expect(renderNotes({ ...requiredValues, ...entries })).toContain(message)
    expect(renderNotes({ ...requiredValues, ...entries })).not.toContain(nutritionCompleteMessage)
  }
})
