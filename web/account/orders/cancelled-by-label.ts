import { messages } from '#shop/messages/messages.ts'

/** Label for the customer. */
export const cancelledByLabel = (actor: 'customer' | 'admin'): string => (actor === 'admin' ? messages.cancelledByUs : messages.cancelledByYou)
