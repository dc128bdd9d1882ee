/** Follows the request to verify the address; says what is_sent_unverified allows. */
export const untilAddressIsConfirmed =
  'Until you do, we only email you when you place or cancel one of your first three orders of a day; other emails about your orders wait.'
