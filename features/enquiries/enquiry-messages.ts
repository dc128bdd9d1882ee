/** Where a message is sent; the other case is in message-texts.ts. */
export const enquiryMessages = {
  answerTitle: 'Where it goes',
  sends: 'What you write here is sent to us as an email, with your address, so that we can answer.',
  onItsWay: 'It is on its way to us. If it needs an answer, we write to the address you gave.',
  tooManyWaiting: (email: string) =>
    `So many messages reach us just now that we cannot take yours here. What you wrote is still below: please send it to ${email}.`,
  notSent: 'We could not send this just now. Try again in a moment: what you wrote is still here.',
} as const
