/** Follows what a text is for, where customers can download what is typed with their data (CUSTOMERS-6). */
export const IN_OWN_DATA = 'Customers do not see it on their pages, but it is in the data they can download.'
