export const apiErrorMessages = {
  noSuchPicture: 'There is no such picture.',
  picturesAreOnlyRead: 'Pictures can only be read here.',
  orderMailAccepted: 'If there is such an order, its confirmation is on its way or has been sent.',
  orderMailKeyMissing: 'Send the public client key in the header apikey, or as Authorization: Bearer.',
  orderMailNotJson: 'Send JSON, like {"orderId": "…"}.',
  orderMailIdMissing: 'Send the id of an order as orderId.',
  orderMailTooLarge: 'Send the id of one order and nothing else.',
  orderMailOnlyPost: 'Send this by POST.',
  orderMailUnavailable: 'The confirmation could not be queued. Try again later.',
} as const
