import type { ReactNode } from 'react'
import { useIdentity } from '#web/client/contexts/shop-identity-context.tsx'
import { EmailLink, PhoneLink } from '#web/ui/navigation/contact-links.tsx'
import { Emphasised } from './allergen-text.tsx'
import { NutritionTable } from './nutrition-table.tsx'
import type { ShownProduct } from './product-label.ts'

/** What the label says, in full and open: food law wants it before the purchase, without a click. */
export function ProductFacts({ product }: { product: ShownProduct }) {
  const { label, storage_instructions } = product
  const { allergyAdvice, ingredients, nutrition, statements } = label
  return (
    <div className="product-facts">
      <div>
        <Fact title="Allergens" className="product-fact-allergens">
          {allergyAdvice ? <Emphasised text={allergyAdvice} /> : <AskUs what="allergens" />}
          <Statements of={statements.safety} className="mt-2 font-semibold" />
        </Fact>
        <Fact title="Ingredients">{ingredients ? <Emphasised text={ingredients} /> : <AskUs what="ingredients" />}</Fact>
        <Fact title="Nutrition">
          <NutritionTable table={nutrition} />
          <Statements of={statements.nutrition} className="mt-2 text-sm text-muted" />
        </Fact>
      </div>
      <div>
        {storage_instructions && <Fact title="Storage">{storage_instructions}</Fact>}
        {statements.suitableFor.length > 0 && <Fact title="Suitable for">{statements.suitableFor.join(', ')}</Fact>}
        {statements.other.length > 0 && (
          <Fact title="Good to know">
            <Statements of={statements.other} />
          </Fact>
        )}
        <Maker product={product} />
      </div>
    </div>
  )
}

function Fact({ title, children, className }: { title: string; children: ReactNode; className?: string }) {
  return (
    <section className={className}>
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

function AskUs({ what }: { what: string }) {
  const { phone, email } = useIdentity()
  return (
    <p>
      We do not have the {what} in writing yet. Ask us before you buy: <PhoneLink number={phone} /> or <EmailLink address={email} />.
    </p>
  )
}

function Maker({ product: { brand, net_weight, manufacturer } }: { product: ShownProduct }) {
  const { company, address } = useIdentity()
  const maker = manufacturer && [manufacturer.name, manufacturer.address, manufacturer.city, manufacturer.country]
  return (
    <Fact title="Maker">
      <dl className="product-particulars">
        <dt>Brand</dt>
        <dd>{brand}</dd>
        {net_weight && (
          <>
            <dt>Net quantity</dt>
            <dd>{net_weight}</dd>
          </>
        )}
        {maker && (
          <>
            <dt>Made by</dt>
            <dd>{maker.filter(Boolean).join(', ')}</dd>
          </>
        )}
        <dt>Sold in the UK by</dt>
        <dd>{[company, ...address].join(', ')}</dd>
      </dl>
    </Fact>
  )
}
