import { z } from 'zod'
import { ADMINISTRATOR_ROLES } from '#shop/administrator-role.ts'
import { ACCOUNT_FIELDS } from '#features/accounts/forms/account-fields.ts'
import { emailForm } from '#features/accounts/forms/account-forms.ts'
import { tooLongMessage } from '#shop/messages/field-messages.ts'
import { trimWhiteSpace } from '#shop/text/white-space.ts'
import { peopleMessages } from './people-messages.ts'

const { label, maxLength } = ACCOUNT_FIELDS.full_name
const role = z.enum(ADMINISTRATOR_ROLES, { error: peopleMessages.chooseRole })

export const invitationForm = z.object({
  name: z
    .string({ error: peopleMessages.enterName })
    .overwrite(trimWhiteSpace)
    .min(1, peopleMessages.enterName)
    .max(maxLength, tooLongMessage(label, maxLength)),
  email: z
    .string({ error: peopleMessages.enterEmail })
    .overwrite(trimWhiteSpace)
    .min(1, peopleMessages.enterEmail)
    .pipe(emailForm.shape.email),
  role,
})
export type Invitation = z.output<typeof invitationForm>

/** The person as the page showed them. */
const expectedPerson = {
  id: z.string(),
  expected_role: z.enum(ADMINISTRATOR_ROLES),
  expected_state: z.enum(['active', 'invited', 'suspended']),
}
export const personForm = z.object(expectedPerson)
export const roleForm = z.object({ ...expectedPerson, role })
