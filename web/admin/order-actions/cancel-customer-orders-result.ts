/** What the server says to the cancellation of all that a customer ordered. */
export type CancelCustomerOrdersResult = {
  intent: 'cancel-customer'
  kind: 'done' | 'refused' | 'failed'
  message: string
  errors?: { reason: string }
  values?: { reason: string; customer_note: string }
}
