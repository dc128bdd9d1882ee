/** Added to the hint of texts that customers can download with their data (CUSTOMERS-6). */
export const IN_OWN_DATA = 'Customers do not see it on their pages, but it is in the data they can download.'
