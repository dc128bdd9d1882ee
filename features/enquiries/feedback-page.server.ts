import { validateFeedback } from './enquiry-rules.ts'
import { enquiryAction, enquiryLoader } from './enquiry-actions.server.ts'

export const loader = enquiryLoader
export const action = enquiryAction(validateFeedback, (entries) => ({ kind: 'owner-feedback', entries }))
