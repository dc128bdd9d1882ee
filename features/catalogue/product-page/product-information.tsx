import type { ReactNode } from 'react'
import { useShopIdentity } from '#kit/contexts/shop-identity-context.tsx'
import { Description } from '#kit/display/description.tsx'
import { EmailLink, PhoneLink } from '#kit/navigation/contact-links.tsx'
import { AllergenText } from './allergen-text.tsx'
import { NutritionTable } from './nutrition-table.tsx'
import type { LabelledProduct } from './product-label.ts'

export { Description }

export function AllergyAdvice({ label: { allergyAdvice, statements } }: Pick<LabelledProduct, 'label'>) {
  return (
    <>
      {allergyAdvice ? <AllergenText text={allergyAdvice} /> : <MissingInformationNote what="allergens" />}
      <Statements of={statements.safety} className="mt-2 font-semibold" />
    </>
  )
}

export function IngredientsAndNutrition({ label }: Pick<LabelledProduct, 'label'>) {
  const { ingredients, nutrition, statements } = label
  return (
    <>
      <InformationSection title="Ingredients">
        {ingredients ? <AllergenText text={ingredients} /> : <MissingInformationNote what="ingredients" />}
      </InformationSection>
      <InformationSection title="Nutrition">
        <NutritionTable table={nutrition} />
        <Statements of={statements.nutrition} className="mt-2 text-sm text-muted" />
      </InformationSection>
    </>
  )
}

export function OtherInformation({ product }: { product: LabelledProduct }) {
  const { label, storage_instructions } = product
  const { statements } = label
  return (
    <div>
      {storage_instructions && (
        <InformationSection title="Storage">
          <p className="whitespace-pre-line">{storage_instructions}</p>
        </InformationSection>
      )}
      {statements.suitableFor.length > 0 && (
        <InformationSection title="Suitable for">{statements.suitableFor.join(', ')}</InformationSection>
      )}
      {statements.other.length > 0 && (
        <InformationSection title="Good to know">
          <Statements of={statements.other} />
        </InformationSection>
      )}
      <ManufacturerSection product={product} />
    </div>
  )
}

function InformationSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      <div className="mt-2">{children}</div>
    </section>
  )
}

function Statements({ of: statements, className }: { of: readonly string[]; className?: string }) {
  return statements.map((statement) => (
    <p key={statement} className={className}>
      {/[.!?]$/.test(statement) ? statement : `${statement}.`}
    </p>
  ))
}

function MissingInformationNote({ what }: { what: string }) {
  const { phone, email } = useShopIdentity()
  return (
    <p>
      <span>{`We do not have the ${what} in writing yet. Ask us before you buy:`}</span>{' '}
      <PhoneLink number={phone} /> or <EmailLink address={email} />.
    </p>
  )
}

function ManufacturerSection({
  product: { brand, net_weight, country_of_origin, manufacturer },
}: {
  product: LabelledProduct
}) {
  const { company, address } = useShopIdentity()
  const { name, address: street, city, country } = manufacturer
  return (
    <InformationSection title="Maker">
      <dl className="product-particulars">
        <dt>Brand</dt>
        <dd>{brand}</dd>
        {net_weight && (
          <>
            <dt>Net quantity</dt>
            <dd>{net_weight}</dd>
          </>
        )}
        {country_of_origin && (
          <>
            <dt>Country of origin</dt>
            <dd>{country_of_origin}</dd>
          </>
        )}
        <dt>Made by</dt>
        <dd>{[name, street, city, country].filter(Boolean).join(', ')}</dd>
        <dt>Sold in the UK by</dt>
        <dd>{[company, ...address].join(', ')}</dd>
      </dl>
    </InformationSection>
  )
}
