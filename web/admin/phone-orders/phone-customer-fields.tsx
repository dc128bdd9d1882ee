import { useState } from 'react'
import { useFetcher } from 'react-router'
import { formatLondonDate } from '#shop/dates/dates.ts'
import { MAX_SHIPPING_LENGTHS } from '#shop/checkout/address/shipping-address.ts'
import { addressFieldLabels } from '#shop/orders/order-details-messages.ts'
import type { EditedAddressField } from '#shop/orders/order.ts'
import type { PhoneCustomer } from '#shop/checkout/phone-orders/phone-order.ts'
import { phoneOrderMessages } from '#shop/checkout/phone-orders/phone-order-messages.ts'
import { withPageUserId } from '#web/forms/page-user.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { EmailField } from '#web/ui/form/email-field.tsx'
import { TextArea, TextField } from '#web/ui/form/text-field.tsx'
import { chooseCustomer, clearCustomer, type PhoneOrderDraft } from './phone-order-draft.ts'
import type { FoundCustomers, PhoneOrderResult } from './phone-order-result.ts'
import { SearchPicker } from './search-picker.tsx'

type PhoneCustomerFieldsProps = {
  draft: PhoneOrderDraft
  errors: Record<string, string>
  /** Found by submitting the whole form. */
  submitted: FoundCustomers | undefined
  onChange: (draft: PhoneOrderDraft, focusId?: string) => void
}

export function PhoneCustomerFields({ draft, errors, submitted, onChange }: PhoneCustomerFieldsProps) {
  const fetcher = useFetcher<PhoneOrderResult>({ key: 'phone-customers' })
  const live = fetcher.data?.foundCustomers
  const [latest, setLatest] = useState({ live, submitted, found: live ?? submitted })
  // Submitting the form may find somebody after a search while typing has.
  if (latest.live !== live || latest.submitted !== submitted)
    setLatest({ live, submitted, found: latest.submitted === submitted ? live : submitted })
  const { found } = latest
  const { customer, address } = draft
  const findCustomers = (search: string) =>
    void fetcher.submit(
      withPageUserId(
        new URLSearchParams({
          intent: 'find-customers-live',
          idempotency_key: draft.key,
          customer_search: search,
        }),
      ),
      { method: 'post' },
    )
  const field = (name: EditedAddressField) => ({
    name,
    label: addressFieldLabels[name],
    value: address[name],
    error: errors[name],
    required: true,
    maxLength: MAX_SHIPPING_LENGTHS[name],
    // Autocomplete would suggest the administrator's addresses, not the customer's.
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) =>
      onChange({ ...draft, address: { ...address, [name]: event.target.value } }),
  })
  return (
    <section className="panel" aria-labelledby="phone-customer-title">
      <h2 id="phone-customer-title">{phoneOrderMessages.customerTitle}</h2>
      <div className="panel-body phone-order-part">
        <SearchPicker
          // Starts with the result of submitting the whole form.
          key={submitted?.search}
          name="customer_search"
          label={phoneOrderMessages.findCustomer}
          hint={phoneOrderMessages.findCustomerHint}
          error={errors['customer_search']}
          findIntent="find-customers"
          chooseButton={renderChooseButton}
          listLabel={phoneOrderMessages.customersFound}
          searched={found?.search}
          options={(found?.customers ?? []).map((candidate) => ({
            id: candidate.user_id,
            name: candidate.full_name,
            label: <CustomerOption customer={candidate} />,
          }))}
          noneFound={phoneOrderMessages.noCustomer}
          failure={fetcher.data?.kind === 'done' ? undefined : fetcher.data}
          isFirst={submitted === undefined}
          onSearch={findCustomers}
          onChoose={(id) => {
            const chosen = found?.customers.find(({ user_id }) => user_id === id)
            if (chosen) onChange(chooseCustomer(draft, chosen), 'product_search')
          }}
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
        <div className="phone-order-who">
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
        <div className="edit-address-fields">
          <TextField {...field('full_name')} />
          <TextField {...field('phone')} type="tel" inputMode="tel" />
          <TextArea {...field('address')} rows={2} className="edit-street" />
          <TextField {...field('post_code')} autoCapitalize="characters" />
          <TextField {...field('city')} />
          {customer?.has_account ? (
            <>
              <input type="hidden" name="email" value={draft.email} />
              {customer.email && (
                <p className="edit-street wrap-anywhere">
                  {phoneOrderMessages.emailOfAccount(customer.email)}
                </p>
              )}
            </>
          ) : (
            <EmailField
              label={phoneOrderMessages.email}
              className="edit-street"
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

function CustomerOption({ customer }: { customer: PhoneCustomer }) {
  const { full_name, email, phone, city, post_code, has_account, is_email_verified, last_order_at } = customer
  const facts = [
    last_order_at
      ? phoneOrderMessages.lastOrder(formatLondonDate(last_order_at))
      : phoneOrderMessages.noOrders,
    !has_account && phoneOrderMessages.noAccount,
    has_account && !is_email_verified && phoneOrderMessages.notVerified,
  ]
  return (
    <span className="picker-option">
      <strong>{full_name}</strong> <span>{[city, post_code].filter(Boolean).join(' ')}</span>
      <span className="minor block">{[phone, email, ...facts].filter(Boolean).join(' · ')}</span>
    </span>
  )
}

const renderChooseButton = ({ id, name }: { id: string; name: string }) => (
  <Button type="submit" name="choose_customer" value={id} variant="outline" size="small">
    {phoneOrderMessages.choose} <span className="visually-hidden">{name}</span>
  </Button>
)
