import { messages } from '#shop/messages/messages.ts'

export const cancelledByLabel = (actor: 'customer' | 'admin'): string =>
  actor === 'admin' ? messages.cancelledByUs : messages.cancelledByYou
