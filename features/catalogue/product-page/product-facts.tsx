import { AllergenMark, AvoidedAllergensButton } from '#features/catalogue/avoided-allergens/allergen-mark.tsx'
import { deferredModule } from '#kit/hydration/deferred-module.tsx'
import type { LabelledProduct } from './product-label.ts'

// Nothing in it reacts to input, so a first page hydrates it with the first input.
const importInformation = () => import('./product-information.tsx')
const information = deferredModule(importInformation, import.meta.env.SSR ? await importInformation() : null)
export const loadProductInformation = information.load

export const ProductDescription = ({ product }: { product: LabelledProduct }) => (
  <information.Deferred>
    {({ Description }) => <Description parts={product.description} className="text-lg" />}
  </information.Deferred>
)

/** Food law requires all label information before the purchase. */
export function ProductFacts({ product }: { product: LabelledProduct }) {
  return (
    <div className="product-facts">
      <div>
        <section className="product-fact-allergens">
          <h2>Allergens</h2>
          <div className="mt-2">
            <information.Deferred>
              {({ AllergyAdvice }) => <AllergyAdvice label={product.label} />}
            </information.Deferred>
            <AllergenMark allergens={product.allergens} />
            <AvoidedAllergensButton />
          </div>
        </section>
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
