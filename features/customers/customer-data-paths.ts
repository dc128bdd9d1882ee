/** The ID of the customer replaces `:id`. */
export const CUSTOMER_DATA_PATH = '/admin/customers/:id/data.json'
export const OWN_DATA_PATH = '/profile/data.json'

export const customerDataPath = (id: string): string => CUSTOMER_DATA_PATH.replace(':id', id)
