import { validateBusinessEnquiry } from './enquiry-rules.ts'
import { enquiryAction, enquiryLoader } from './enquiry-actions.server.ts'

export const loader = enquiryLoader
export const action = enquiryAction(validateBusinessEnquiry, (entries) => ({
  kind: 'owner-business-enquiry',
  entries,
}))
