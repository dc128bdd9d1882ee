export type CancelCustomerOrdersResult = {
  intent: 'cancel-customer'
  kind: 'done' | 'refused' | 'failed'
  message: string
  errors?: { reason: string }
  values?: { reason: string; customer_note: string }
}
