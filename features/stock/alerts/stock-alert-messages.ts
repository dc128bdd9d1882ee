export const stockAlertMessages = {
  button: 'Tell me when it is back',
  promise:
    'One email when it is in stock again, and nothing else. Your address is deleted once the email is sent, or after 180 days.',
  /** The same text whether or not the address is already on the list or has too many alerts. */
  accepted: 'Thank you. We write once, as soon as it is back.',
  inStock: 'It is back in stock already.',
  stopTitle: 'Stop alerts about products',
  stopQuestion:
    'We will write no more about products that come back into stock to the address that got the email, and delete it from our list.',
  stopButton: 'Stop these emails',
  stopped:
    'Stopped. We have deleted your address from our list, and write no more about products that come back.',
} as const
