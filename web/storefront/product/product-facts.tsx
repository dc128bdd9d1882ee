import { AllergenMark, AvoidedAllergensButton } from '#web/cart/avoided-allergens/allergen-mark.tsx'
import { deferredModule } from '#web/client/hydration/deferred-module.tsx'
import { AllergenText } from './allergen-text.tsx'
import { InformationSection, MissingInformationNote, Statements } from './information-section.tsx'
import type { LabelledProduct } from './product-label.ts'

// Nothing in it works with input, so that a first page hydrates it with the first.
const importInformation = () => import('./product-information.tsx')
const information = deferredModule(importInformation, import.meta.env.SSR ? await importInformation() : null)
export const loadProductInformation = information.load

/** Food law requires all label information before the purchase. */
export function ProductFacts({ product }: { product: LabelledProduct }) {
  const { allergyAdvice, statements } = product.label
  return (
    <div className="product-facts">
      <div>
        <InformationSection title="Allergens" className="product-fact-allergens">
          {allergyAdvice ? (
            <AllergenText text={allergyAdvice} />
          ) : (
            <MissingInformationNote what="allergens" />
          )}
          <Statements of={statements.safety} className="mt-2 font-semibold" />
          <AllergenMark allergens={product.allergens} />
          <AvoidedAllergensButton />
        </InformationSection>
        <information.Deferred>
          {({ IngredientsAndNutrition }) => <IngredientsAndNutrition label={product.label} />}
        </information.Deferred>
      </div>
      <information.Deferred>
        {({ OtherInformation }) => <OtherInformation product={product} />}
      </information.Deferred>
    </div>
  )
}
