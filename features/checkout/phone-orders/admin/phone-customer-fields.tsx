import { formatLondonDate } from '#shop/dates/dates.ts'
import type { PhoneCustomer } from '#features/checkout/phone-orders/phone-order.ts'
import { phoneOrderMessages } from '#features/checkout/phone-orders/phone-order-messages.ts'
import { Button } from '#kit/form/button.tsx'
import { EmailField } from '#kit/form/email-field.tsx'
import { AddressFields } from '#features/orders/admin/order/edit-address-fields.tsx'
import { chooseCustomer, clearCustomer, type PhoneOrderDraft } from './phone-order-draft.ts'
import type { FoundCustomers, PhoneOrderResult } from './phone-order-result.ts'
import { SearchPicker } from '#kit/admin/lines/search-picker.tsx'

type PhoneCustomerFieldsProps = {
  draft: PhoneOrderDraft
  errors: Record<string, string>
  /** Found by submitting the whole form. */
  submitted: FoundCustomers | undefined
  onChange: (draft: PhoneOrderDraft, focusId?: string) => void
}

export function PhoneCustomerFields({ draft, errors, submitted, onChange }: PhoneCustomerFieldsProps) {
  const { customer, address } = draft
  return (
    <section className="panel" aria-labelledby="phone-customer-title">
      <h2 id="phone-customer-title">{phoneOrderMessages.customerTitle}</h2>
      <div className="panel-body grid gap-3.5 min-w-0">
        <SearchPicker
          // Starts with the result of submitting the whole form.
          key={submitted?.search}
          name="customer_search"
          label={phoneOrderMessages.findCustomer}
          hint={phoneOrderMessages.findCustomerHint}
          error={errors['customer_search']}
          findIntent="find-customers"
          fields={{ idempotency_key: draft.key }}
          chooseButton={{ name: 'choose_customer', label: phoneOrderMessages.choose }}
          listLabel={phoneOrderMessages.customersFound}
          foundIn={(answer: PhoneOrderResult) => answer.foundCustomers}
          submitted={submitted}
          toOptions={({ customers }) =>
            customers.map((candidate) => ({
              id: candidate.user_id,
              name: candidate.full_name,
              aside: <span>{[candidate.city, candidate.post_code].filter(Boolean).join(' ')}</span>,
              body: <span className="minor block">{describeCustomer(candidate)}</span>,
              onChoose: () => onChange(chooseCustomer(draft, candidate), 'product_search'),
            }))
          }
          noneFound={phoneOrderMessages.noCustomer}
          isFirst={submitted === undefined}
        />
        <input type="hidden" name="customer_id" value={customer?.user_id ?? ''} />
        {customer && (
          <>
            <input type="hidden" name="customer_name" value={customer.full_name} />
            <input type="hidden" name="customer_email" value={customer.email ?? ''} />
            {customer.has_account && (
              <input
                type="hidden"
                name="customer_account"
                value={customer.is_email_verified ? 'verified' : 'not-verified'}
              />
            )}
          </>
        )}
        <div className="flex flex-wrap items-center justify-between gap-y-2 gap-x-4 wrap-anywhere">
          <strong role="status">
            {customer ? phoneOrderMessages.knownCustomer(customer.full_name) : phoneOrderMessages.newCustomer}
          </strong>
          {customer && (
            <Button
              type="submit"
              name="intent"
              value="new-customer"
              variant="outline"
              size="small"
              onClick={(event) => {
                event.preventDefault()
                onChange(clearCustomer(draft), 'customer_search')
              }}
            >
              {phoneOrderMessages.otherCustomer}
            </Button>
          )}
        </div>
        {customer?.has_account && !customer.is_email_verified && (
          <p className="minor">{phoneOrderMessages.checkNotVerified}</p>
        )}
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(14rem,100%),1fr))] items-end gap-3">
          <AddressFields
            address={address}
            errors={errors}
            onChange={(next) => onChange({ ...draft, address: next })}
          />
          {customer?.has_account ? (
            <>
              <input type="hidden" name="email" value={draft.email} />
              {customer.email && (
                <p className="col-span-full wrap-anywhere">
                  {phoneOrderMessages.emailOfAccount(customer.email)}
                </p>
              )}
            </>
          ) : (
            <EmailField
              label={phoneOrderMessages.email}
              className="col-span-full"
              hint={phoneOrderMessages.emailHint}
              error={errors['email']}
              required={false}
              autoComplete="off"
              value={draft.email}
              onChange={({ target: { value } }) => onChange({ ...draft, email: value })}
            />
          )}
        </div>
      </div>
    </section>
  )
}

function describeCustomer(customer: PhoneCustomer): string {
  const { email, phone, has_account, is_email_verified, last_order_at } = customer
  return [
    phone,
    email,
    last_order_at
      ? phoneOrderMessages.lastOrder(formatLondonDate(last_order_at))
      : phoneOrderMessages.noOrders,
    !has_account && phoneOrderMessages.noAccount,
    has_account && !is_email_verified && phoneOrderMessages.notVerified,
  ]
    .filter(Boolean)
    .join(' · ')
}
