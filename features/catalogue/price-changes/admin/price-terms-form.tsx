import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#kit/form/button.tsx'
import { priceTargetFields, type PriceTarget } from './price-change-url.ts'

type PriceTermsFormProps = {
  label: string
  heading: string
  submitLabel: string
  target: PriceTarget | null
  children: ReactNode
}

/** A form without side effects: its values are in the preview's URL. */
export function PriceTermsForm({ label, heading, submitLabel, target, children }: PriceTermsFormProps) {
  const { state, formMethod } = useNavigation()
  return (
    <Form className="panel" preventScrollReset noValidate aria-label={label}>
      {target &&
        priceTargetFields(target).map(([name, value]) => (
          <input key={`${name}-${value}`} type="hidden" name={name} value={value} />
        ))}
      <div className="panel-body grid gap-4 min-w-0">
        <h2>{heading}</h2>
        {children}
        <p>
          <Button type="submit" variant="outline" pending={state === 'loading' && formMethod === 'GET'}>
            {submitLabel}
          </Button>
        </p>
      </div>
    </Form>
  )
}
